import * as z from 'zod';
import { answer } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';

/** What a voyage takes along, in the order in which it is fetched. */
export const voyageKinds = ['pages', 'courses', 'news', 'pictures'] as const;
export type VoyageKind = (typeof voyageKinds)[number];

/** Courses and posts are bundled by so many ids: a change of one costs a bundle. */
export const idsInPart = 16;

/** Pages of a news list that are saved, with the posts on them; older ones are read ashore. */
export const newsPagesSaved = 12;

/**
 * A bundle to save. `hash` changes with what is in it and with nothing else; `bytes` are those that travel (brotli for
 * answers); `items` counts pages, courses, posts or pictures.
 */
export const voyagePartSchema = z.object({
  id: z.string(),
  kind: z.enum(voyageKinds),
  hash: z.string(),
  bytes: z.number().int().min(0),
  items: z.number().int().min(0),
});
export type VoyagePart = z.infer<typeof voyagePartSchema>;

/** Answer of a public GET as a page would get it: `path` with its query in one order, `pages` of a list of posts. */
export const voyageAnswerSchema = z.object({
  path: z.string(),
  body: z.unknown(),
  pages: z.number().int().optional(),
});
export type VoyageAnswer = z.infer<typeof voyageAnswerSchema>;

/** A picture to fetch from its own address; `bytes` of that file. */
export const voyagePictureSchema = z.object({ path: z.string(), hash: z.string(), bytes: z.number().int() });
export type VoyagePicture = z.infer<typeof voyagePictureSchema>;

/**
 * GET /offline/manifest (decisions, "Calls that the letter lacks"): what to save for a voyage, with hashes and sizes.
 * Made anew at most twice a minute; unchanged it is a 304. `missing` names kinds that could not be read just now, such as
 * news while their site is away: what the device has of them stays.
 */
export const getVoyageManifest = defineEndpoint({
  name: 'getVoyageManifest',
  summary: 'What to save for a voyage',
  method: 'GET',
  url: '/api/offline/manifest',
  policy: 'public',
  rate: 'read',
  idempotency: 'safe',
  isCacheable: true,
  answers: {
    200: answer({ data: z.object({ parts: z.array(voyagePartSchema), missing: z.array(z.enum(voyageKinds)) }) }),
  },
});

/** GET /offline/part/{id}: one bundle as it is now, which may be newer than the manifest; 404 where there is none any more. */
export const getVoyagePart = defineEndpoint({
  name: 'getVoyagePart',
  summary: 'One bundle of what is saved for a voyage',
  method: 'GET',
  url: '/api/offline/part/:id',
  policy: 'public',
  rate: 'read',
  idempotency: 'safe',
  isCacheable: true,
  params: z.object({ id: z.string().regex(/^[a-z]+(-\d{1,7})?$/) }),
  answers: {
    200: answer({
      data: z.object({
        id: z.string(),
        hash: z.string(),
        answers: z.array(voyageAnswerSchema),
        pictures: z.array(voyagePictureSchema),
      }),
    }),
  },
});
