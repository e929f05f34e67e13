import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { type Clock, today } from '../../http/clock.ts';
import { previewDatabase } from '../../http/preview-database.ts';
import { type News, type NewsQuery, noSuchPage, noSuchPost } from './news.ts';
import { type StoredPost, storedPostSchema, toPost } from './stored-post.ts';

const likeCharacters = /[\\%_]/g;

/** Day and time at which the event of a post begins. A post about no event counts as one of the day it was published. */
const eventBegin = sql<string>`concat_ws(
  ' ',
  coalesce(body -> 'event' ->> 'event_start', (published_at at time zone 'Asia/Kolkata')::date::text),
  body -> 'event' ->> 'event_start_time'
)`;

/**
 * Finds the ids of all published posts that match the query, in the requested order. It does not read page by page,
 * because an academy has only hundreds of posts.
 */
async function findIds(db: Kysely<Database>, query: NewsQuery, clock: Clock): Promise<number[]> {
  let found = db.selectFrom('posts').select('id').where('published_at', '<=', new Date(clock.now()));
  if (query.categories.length > 0) found = found.where('category_id', 'in', query.categories);
  if (query.slug !== undefined) found = found.where('slug', '=', query.slug);
  const search = query.search?.trim().toLowerCase();
  if (search) found = found.where('search_text', 'like', `%${search.replace(likeCharacters, '\\$&')}%`);
  if (query.orderBy === 'event') {
    const isAhead = sql<boolean>`coalesce(body -> 'event' ->> 'event_end' >= ${today(clock)}, false)`;
    found = found
      .orderBy(isAhead, 'desc')
      .orderBy(sql`case when ${isAhead} then ${eventBegin} end`)
      .orderBy(eventBegin, 'desc')
      .orderBy('id', 'desc');
  } else found = found.orderBy('published_at', query.order).orderBy('id', query.order);
  return (await found.execute()).map(({ id }) => id);
}

const selectPosts = (db: Kysely<Database>) =>
  db
    .selectFrom('posts')
    .leftJoin('authors', 'authors.id', 'posts.author_id')
    .selectAll('posts')
    .select(sql<StoredPost['author']>`to_jsonb(authors)`.as('author'));

/**
 * The source of posts for an academy without a WordPress site: the posts of the content folder, in WordPress's format.
 * A post with a future date is left out until then.
 */
export function contentNews(deps: { db: Kysely<Database>; clock: Clock; siteUrl: string }): News {
  const { clock, siteUrl } = deps;
  return {
    async list(query) {
      const db = previewDatabase() ?? deps.db;
      const ids = await findIds(db, query, clock);
      const totalPages = Math.ceil(ids.length / query.perPage);
      if (query.page > 1 && query.page > totalPages) throw noSuchPage();
      const chosen = ids.slice((query.page - 1) * query.perPage, query.page * query.perPage);
      const rows = chosen.length === 0 ? [] : await selectPosts(db).where('posts.id', 'in', chosen).execute();
      const byId = new Map(rows.map((row) => [row.id, row]));
      const posts = chosen.flatMap((id) => {
        const row = byId.get(id);
        return row ? [toPost({ ...row, body: storedPostSchema.parse(row.body) }, siteUrl, query.isEmbedded)] : [];
      });
      return { posts, total: ids.length, totalPages };
    },

    async read(id, isEmbedded) {
      const db = previewDatabase() ?? deps.db;
      const row = await selectPosts(db)
        .where('posts.id', '=', id)
        .where('published_at', '<=', new Date(clock.now()))
        .executeTakeFirst();
      if (!row) throw noSuchPost();
      return toPost({ ...row, body: storedPostSchema.parse(row.body) }, siteUrl, isEmbedded);
    },
  };
}
