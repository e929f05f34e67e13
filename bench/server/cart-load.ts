import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { storeAddSql } from '../../server/cart/cart-changes.repo.ts';
import type { OpenedDatabase } from '../../server/db/open.ts';
import type { Database } from '../../server/db/schema.ts';
import { createToken, hashToken } from '../../server/http/secret-token.ts';
import { siteHeaders, writeRequest } from './load.ts';

/** One course that one student adds to the cart. `token`: the student's session token. */
export type Add = { student: string; token: string; course: number; batch: number };

const addsEach = 3;

/** Creates students, each with a valid session. @returns three cart additions for each student */
export async function seedAdds(db: Kysely<Database>, students: number): Promise<Add[]> {
  const tokens = Array.from({ length: students }, createToken);
  const { rows } = await sql<{ student_id: string; place: number }>`
    with made as (
      insert into students (first_name, last_name) select 'Bench', n::text from generate_series(1, ${students}) n returning id
    ), numbered as (select id, row_number() over () as place from made)
    insert into sessions (token_hash, student_id, created_at, last_seen_at, expires_at)
    select t.hash, s.id, now(), now(), now() + interval '1 day'
    from numbered s join unnest(${tokens.map(hashToken)}::bytea[]) with ordinality t (hash, place) using (place)
    order by s.place returning student_id`.execute(db);
  const batches = await sql<{ course_id: number; id: number }>`
    select distinct on (b.course_id) b.course_id, b.id from batches b join courses c on c.id = b.course_id
    where c.is_active and b.status = 'open' and b.start_date > current_date + 1 and b.taken < b.capacity
    order by b.course_id, b.start_date`.execute(db);
  return Array.from({ length: addsEach }, (_, turn) =>
    rows.map(({ student_id }, index): Add => {
      const batch = batches.rows[(index + turn) % batches.rows.length];
      if (!batch) throw new Error('The catalogue has no batch to book');
      return { student: student_id, token: tokens[index] ?? '', course: batch.course_id, batch: batch.id };
    }),
  ).flat();
}

/** Empties all carts, so that the next round can repeat the same additions. */
export async function emptyCarts(db: Kysely<Database>): Promise<void> {
  await sql`truncate cart_items, cart_batches, idempotency_keys`.execute(db);
}

/** The text of the HTTP request with which the site's pages add a course to the cart. */
export function writeAdd({ token, course, batch }: Add): string {
  const headers = siteHeaders(token);
  return writeRequest(
    'POST',
    '/api/cart/add',
    headers,
    JSON.stringify({ type: 'course', course_id: course, batch_id: batch }),
  );
}

// Dummy values for compiling the SQL statement of a cart addition, once. Each addition then replaces them by its real
// values.
const placeholders: Omit<Add, 'token'> = { student: 'student', course: -1, batch: -2 };

/**
 * Opens a pool that runs the prepared upsert of a cart addition directly through `pg`, with as many connections as the
 * server has.
 */
export function openRawAdds({ db, url }: OpenedDatabase, connections: number) {
  const { student, course, batch } = placeholders;
  const upsert = storeAddSql(student, { type: 'course', course_id: course, batch_id: batch });
  const { sql: text, parameters } = upsert.compile(db);
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    options: '-c plan_cache_mode=force_generic_plan -c random_page_cost=1.1',
  });
  const fieldByPlaceholder = new Map<unknown, keyof typeof placeholders>([
    [student, 'student'],
    [course, 'course'],
    [batch, 'batch'],
  ]);
  // For each parameter of the statement, the name of the value that must replace its dummy value; undefined if it holds
  // no dummy value. The statement takes every value inside an array, so `bind` puts the real value into an array too.
  const fields = parameters.map((value) => fieldByPlaceholder.get(Array.isArray(value) ? value[0] : value));
  const bind = (add: Add) => parameters.map((value, index) => (fields[index] ? [add[fields[index]]] : value));
  return {
    run: async (add: Add) => {
      const { rows } = await pool.query({ name: 'add', text, values: bind(add) });
      if (rows[0]?.batches_stored !== 1) throw new Error('The upsert stored nothing');
    },
    close: () => pool.end(),
  };
}
