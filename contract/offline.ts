import * as z from 'zod';
import { answer } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';

/** The kinds of content in the offline library, in download order. */
export const libraryKinds = ['pages', 'courses', 'news', 'pictures'] as const;
export type LibraryKind = (typeof libraryKinds)[number];

/**
 * How many consecutive ids of courses or posts share a bundle. If one course or post of a bundle changes, the whole
 * bundle is downloaded again.
 */
export const idsInPart = 16;

/** How many pages of each news list are saved for offline use, with their posts. */
export const newsPagesSaved = 12;

/**
 * A bundle of the offline library. `hash` changes if and only if the content does. `bytes` is the size of the download,
 * after brotli compression for API responses. `items` is the number of pages, courses, posts or pictures.
 */
const libraryPartSchema = z.object({
  id: z.string(),
  kind: z.enum(libraryKinds),
  hash: z.string(),
  bytes: z.number().int().min(0),
  items: z.number().int().min(0),
});
export type LibraryPart = z.infer<typeof libraryPartSchema>;

/**
 * A response in the offline library: what the public GET of `path` returns. `path` includes the query, with sorted
 * parameters; `pages` is the number of pages of a list of posts.
 */
const libraryAnswerSchema = z.object({
  path: z.string(),
  body: z.unknown(),
  pages: z.number().int().optional(),
});
export type LibraryAnswer = z.infer<typeof libraryAnswerSchema>;

/** A picture of the offline library. The device downloads it from `path`, not in a bundle. `bytes` is its size. */
const libraryPictureSchema = z.object({ path: z.string(), hash: z.string(), bytes: z.number().int() });
export type LibraryPicture = z.infer<typeof libraryPictureSchema>;

/**
 * GET /offline/manifest: the bundles of the offline library with hashes and sizes, computed at most twice a minute; 304
 * if unchanged. `missing` lists kinds of content that could not be read, such as news while the WordPress site is down.
 * The device then does not delete what it has stored of these kinds.
 */
export const getLibraryManifest = defineEndpoint({
  name: 'getLibraryManifest',
  summary: 'Bundles of the offline library',
  method: 'GET',
  url: '/api/offline/manifest',
  policy: 'public',
  rate: 'read',
  idempotency: 'safe',
  isCacheable: true,
  answers: {
    200: answer({ data: z.object({ parts: z.array(libraryPartSchema), missing: z.array(z.enum(libraryKinds)) }) }),
  },
});

/**
 * GET /offline/part/{id}: one bundle in its current state, which may be newer than the manifest; 404 if it no longer
 * exists.
 */
export const getLibraryPart = defineEndpoint({
  name: 'getLibraryPart',
  summary: 'One bundle of the offline library',
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
        answers: z.array(libraryAnswerSchema),
        pictures: z.array(libraryPictureSchema),
      }),
    }),
  },
  refusals: { NOT_FOUND: 404 },
});
