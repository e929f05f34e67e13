import * as z from 'zod';
import { daySchema, idSchema } from './answer.ts';
import { clockTimeSchema } from './days.ts';
import { defineEndpoint } from './endpoint.ts';

const rendered = z.object({ rendered: z.string() });

/** What WordPress puts into `_embedded` in place of a resource that it could not load, such as the author. */
const embedFaultSchema = z.object({ code: z.string(), message: z.string(), data: z.unknown().optional() });

const authorSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  slug: z.string().optional(),
  /** Avatar URLs by edge length in pixels: `24`, `48`, `96`. */
  avatar_urls: z.record(z.string(), z.string()).optional(),
});
const featuredSchema = z.object({ id: z.number().int(), source_url: z.string(), alt_text: z.string().optional() });
const termSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  slug: z.string().optional(),
  taxonomy: z.string().optional(),
});

/**
 * The fields that `_embed` adds to a post: author, picture, and lists of taxonomy terms. The second list contains the
 * tags.
 */
export const embeddedSchema = z.object({
  author: z.array(z.union([authorSchema, embedFaultSchema])).optional(),
  'wp:featuredmedia': z.array(z.union([featuredSchema, embedFaultSchema])).optional(),
  'wp:term': z.array(z.union([z.array(termSchema), embedFaultSchema])).optional(),
});

/**
 * The dates and times (in the academy's time zone) and the place of an event. An event without a start time lasts all
 * day. Only our own posts have these fields; posts of a WordPress site do not.
 */
export const eventMetaSchema = z.object({
  event_start: daySchema,
  event_end: daySchema,
  event_start_time: clockTimeSchema.optional(),
  event_end_time: clockTimeSchema.optional(),
  event_place: z.string(),
  event_map_link: z.string().optional(),
});

/**
 * A post of the news site in the format of the WordPress REST API. `date_gmt` is the UTC time without its `Z`; `title`
 * has HTML entities; `content` and `excerpt` are sanitised HTML.
 */
export const postSchema = z.object({
  id: z.number().int(),
  date: z.string(),
  date_gmt: z.string(),
  modified_gmt: z.string().optional(),
  slug: z.string(),
  status: z.string().optional(),
  type: z.string().optional(),
  link: z.string(),
  title: rendered,
  content: rendered,
  excerpt: rendered,
  author: z.number().int(),
  featured_media: z.number().int(),
  categories: z.array(z.number().int()),
  tags: z.array(z.number().int()),
  // WordPress serialises an empty `meta` object as an empty list.
  meta: z.union([eventMetaSchema, z.array(z.unknown()), z.record(z.string(), z.unknown())]).optional(),
  _embedded: embeddedSchema.optional(),
});
export type Post = z.infer<typeof postSchema>;

/** The fields of a post that a card shows (`postCardFields`). */
export const postCardSchema = postSchema
  .pick({ id: true, slug: true, date_gmt: true, title: true, excerpt: true, categories: true, meta: true })
  .extend({ _embedded: embeddedSchema.optional() });
export type PostCard = z.infer<typeof postCardSchema>;

/** `data` of an error in WordPress's format; `params` has a message for each invalid parameter. */
const newsFaultSchema = z.object({ status: z.number().int(), params: z.record(z.string(), z.string()).optional() });

/**
 * Refusals of the news calls. Codes in lower case are WordPress's own. `NEWS_UNAVAILABLE`: the WordPress site cannot be
 * reached.
 */
export const newsRefusals = {
  rest_invalid_param: { status: 400, data: newsFaultSchema },
  rest_post_invalid_page_number: { status: 400, data: newsFaultSchema },
  rest_post_invalid_id: { status: 404, data: newsFaultSchema },
  NEWS_UNAVAILABLE: 503,
} as const;

/**
 * A query parameter of the news calls. The handler validates it, so that an invalid value gets the same error as from
 * WordPress.
 */
const written = z.coerce.string().max(200).optional();

/**
 * GET posts: a list in WordPress's format. The total numbers of posts and pages are in the headers named in
 * `news-categories.ts`. Errors: 400 `rest_invalid_param`, 400 `rest_post_invalid_page_number`.
 * - `categories`: a comma-separated list
 * - `per_page`: 1 to 100 (default 10)
 * - `orderby`: `date` (default) or `event`, which WordPress does not have: events that are not over come first, the
 *   soonest first, then all others, the latest first
 * - `order`: `desc` (default) or `asc`; only for `date`
 * - `_fields`: a comma-separated list of the fields to return; `a.b` is the field `b` within `a`
 */
export const listPosts = defineEndpoint({
  name: 'listPosts',
  summary: 'Posts of the news site',
  method: 'GET',
  url: '/wp-json/wp/v2/posts',
  policy: 'public',
  rate: 'read',
  idempotency: 'safe',
  isCacheable: true,
  query: z.object({
    categories: written,
    per_page: written,
    page: written,
    orderby: written,
    order: written,
    search: written,
    slug: written,
    _embed: written,
    _fields: written,
  }),
  answers: { 200: z.array(postSchema) },
  refusals: newsRefusals,
});

/**
 * GET posts/{id}: one post in WordPress's format; 404 `rest_post_invalid_id` if there is no such post, or if it is not
 * public.
 */
export const getPost = defineEndpoint({
  name: 'getPost',
  summary: 'One post of the news site',
  method: 'GET',
  url: '/wp-json/wp/v2/posts/:id',
  policy: 'public',
  rate: 'read',
  idempotency: 'safe',
  isCacheable: true,
  params: z.object({ id: idSchema }),
  query: z.object({ _embed: written }),
  answers: { 200: postSchema },
  refusals: newsRefusals,
});
