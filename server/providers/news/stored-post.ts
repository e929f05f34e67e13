import * as z from 'zod';
import { eventMetaSchema, type Post } from '../../../contract/news.ts';
import { newsCategoryById, postPath } from '../../../contract/news-categories.ts';

/** The `body` column of the table `posts`: title and excerpt as plain text, and the sanitised HTML of the content. */
export const storedPostSchema = z.object({
  title: z.string(),
  excerpt: z.string(),
  content: z.string(),
  image_url: z.string().nullable(),
  image_alt: z.string(),
  is_picture_lost: z.boolean(),
  tags: z.array(z.string()),
  event: eventMetaSchema.nullable(),
});

/** A post with its author; `author` is null if the author has left the academy. */
export type StoredPost = {
  id: number;
  category_id: number;
  slug: string;
  published_at: Date;
  body: z.infer<typeof storedPostSchema>;
  author: { id: number; slug: string; name: string; profile_url: string } | null;
};

const entities: Record<string, string> = {
  '&': '&#038;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#8221;',
  '’': '&#8217;',
  '‘': '&#8216;',
  '“': '&#8220;',
  '”': '&#8221;',
  '–': '&#8211;',
  '…': '&#8230;',
};

/** Renders plain text as WordPress does, with numeric entities for punctuation marks. */
function renderText(text: string): string {
  return text.replace(/[&<>"’‘“”–…]/g, (character) => entities[character] ?? character);
}

const academyTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'short',
  timeStyle: 'medium',
});

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
/**
 * The id of a tag or category. Clients only compare such ids, so the id is computed from the name and is not stored
 * in a table.
 */
const termId = (name: string) =>
  [...name].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 1_000_003, 7);

const userFault = { code: 'rest_user_invalid_id', message: 'Invalid user ID.', data: { status: 404 } };
const mediaFault = { code: 'rest_post_invalid_id', message: 'Invalid post ID.', data: { status: 404 } };

function embed({ id, category_id, author, body }: StoredPost): Post['_embedded'] {
  const { image_url, image_alt, is_picture_lost } = body;
  const avatar = author?.profile_url ?? '';
  const category = newsCategoryById(category_id);
  const picture =
    image_url && !is_picture_lost ? { id: id + 50_000, source_url: image_url, alt_text: image_alt } : null;
  return {
    author: [
      author
        ? { id: author.id, name: author.name, slug: author.slug, avatar_urls: { 24: avatar, 48: avatar, 96: avatar } }
        : userFault,
    ],
    ...(image_url ? { 'wp:featuredmedia': [picture ?? mediaFault] } : {}),
    'wp:term': [
      category ? [{ id: category.id, name: category.name, slug: category.key, taxonomy: 'category' }] : [],
      body.tags.map((name) => ({ id: termId(name), name, slug: slugOf(name), taxonomy: 'post_tag' })),
    ],
  };
}

/**
 * Converts a stored post to the format of the WordPress REST API. URLs of pictures are paths, because this site
 * serves the pictures itself.
 */
export function toPost(row: StoredPost, siteUrl: string, isEmbedded: boolean): Post {
  const { id, category_id, slug, published_at, author, body } = row;
  const category = newsCategoryById(category_id);
  const gmt = published_at.toISOString().slice(0, 19);
  return {
    id,
    date: academyTime.format(published_at).replace(' ', 'T'),
    date_gmt: gmt,
    modified_gmt: gmt,
    slug,
    status: 'publish',
    type: 'post',
    link: category ? new URL(postPath(category, { id, slug }), siteUrl).href : siteUrl,
    title: { rendered: renderText(body.title) },
    content: { rendered: body.content },
    excerpt: { rendered: `<p>${renderText(body.excerpt)}</p>` },
    author: author?.id ?? 0,
    featured_media: body.image_url ? id + 50_000 : 0,
    categories: [category_id],
    tags: body.tags.map(termId),
    meta: body.event ?? [],
    ...(isEmbedded ? { _embedded: embed(row) } : {}),
  };
}
