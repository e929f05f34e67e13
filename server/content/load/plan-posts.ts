import type { Tx } from '../../db/schema.ts';
import type { Content } from '../files/content.ts';
import { dayIn } from '../files/dated-fields.ts';
import type { PostFile } from '../files/post-file.ts';
import type { TableRows } from './load-rows.ts';

function toBody(post: PostFile, baseDay: string): Record<string, unknown> {
  const { title, excerpt, content, image_url, image_alt, is_picture_lost = false, tags, event } = post;
  return {
    title,
    excerpt,
    content,
    // The previous release requires this field, in which it stores a copy of the author (0070-authors.sql).
    author: null,
    image_url,
    image_alt: image_alt ?? '',
    is_picture_lost,
    tags,
    event: event
      ? {
          event_start: dayIn(baseDay, event.start_date, event.start_in_days),
          event_end: dayIn(baseDay, event.end_date, event.end_in_days),
          event_place: event.place,
          ...(event.start_time ? { event_start_time: event.start_time } : {}),
          ...(event.end_time ? { event_end_time: event.end_time } : {}),
          ...(event.map_link ? { event_map_link: event.map_link } : {}),
        }
      : null,
  };
}

async function readNamedAuthors(tx: Tx): Promise<ReadonlySet<string>> {
  const rows = await tx.selectFrom('posts').select('author_id').distinct().execute();
  return new Set(rows.map(({ author_id }) => String(author_id)));
}

/**
 * Plans the rows of the academy's posts and of their authors. Days given as numbers are counted from `baseDay`, the day
 * of the first content load. Posts that are no longer in the content are deleted, and so are authors whom no remaining
 * post names. Posts are loaded first, so that it is known which authors they name.
 */
export function planPosts(
  { posts, lists: { authors } }: Pick<Content, 'posts' | 'lists'>,
  baseDay: string,
): TableRows[] {
  const idOf = new Map(authors.map(({ slug, id }) => [slug, id]));
  const rows = posts.map(({ post }) => ({
    id: post.id,
    category_id: post.category_id,
    slug: post.slug,
    published_at: `${dayIn(baseDay, post.date, post.date_in_days)}T${post.time}:00+05:30`,
    search_text: [post.title, post.excerpt, ...post.tags].join(' ').toLowerCase(),
    body: toBody(post, baseDay),
    author_id: (post.author === null ? undefined : idOf.get(post.author)) ?? null,
  }));
  return [
    { table: 'posts', key: ['id'], label: 'post', title: 'slug', rows, whenRemoved: 'delete' },
    {
      ...{ table: 'authors', key: ['id'], label: 'author', title: 'name', rows: authors, whenRemoved: 'delete' },
      readUsed: readNamedAuthors,
    },
  ];
}
