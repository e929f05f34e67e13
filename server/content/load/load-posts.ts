import { sql } from 'kysely';
import type { Tx } from '../../db/schema.ts';
import type { Content } from '../files/content.ts';
import type { PostFile } from '../files/post-file.ts';
import { addDays } from './batch-days.ts';
import { upsertRows } from './upsert-rows.ts';

type Author = Content['lists']['authors'][number];

function toBody(post: PostFile, author: Author | undefined, baseDay: string): Record<string, unknown> {
  const { title, excerpt, content, image_url, image_alt, is_picture_lost = false, tags, event } = post;
  return {
    title,
    excerpt,
    content,
    author: author ?? null,
    image_url,
    image_alt: image_alt ?? '',
    is_picture_lost,
    tags,
    event: event
      ? {
          event_start: addDays(baseDay, event.start_in_days),
          event_end: addDays(baseDay, event.end_in_days),
          event_place: event.place,
          ...(event.start_time ? { event_start_time: event.start_time } : {}),
          ...(event.end_time ? { event_end_time: event.end_time } : {}),
          ...(event.map_link ? { event_map_link: event.map_link } : {}),
        }
      : null,
  };
}

/**
 * Loads the academy's posts, with dates counted from `baseDay`, and deletes those that are no longer in the content
 * folder.
 */
export async function loadPosts(
  transaction: Tx,
  { posts, lists: { authors } }: Content,
  baseDay: string,
): Promise<void> {
  const authorOf = new Map(authors.map((author) => [author.slug, author]));
  const rows = posts.map(({ post }) => ({
    id: post.id,
    category_id: post.category_id,
    slug: post.slug,
    published_at: `${addDays(baseDay, post.date_in_days)}T${post.time}:00+05:30`,
    search_text: [post.title, post.excerpt, ...post.tags].join(' ').toLowerCase(),
    body: toBody(post, post.author === null ? undefined : authorOf.get(post.author), baseDay),
  }));
  await upsertRows(transaction, 'posts', ['id'], rows);
  const ids = rows.map(({ id }) => id);
  await transaction.deleteFrom('posts').where(sql<boolean>`id <> all(${ids}::integer[])`).execute();
}
