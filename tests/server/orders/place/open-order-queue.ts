import { sql } from 'kysely';
import pg from 'pg';
import { expect } from 'vitest';
import { type App, buildApp } from '../../../../server/app.ts';
import { openDatabase } from '../../../../server/db/connection/client.ts';
import { readEnv } from '../../../../server/env.ts';
import type { OrderDeps } from '../../../../server/orders/order-deps.ts';
import type { OrderRequest } from '../../../../server/orders/place/evaluate-requests.ts';
import { createOrderQueue, type OrderQueue } from '../../../../server/orders/place/order-queue.ts';
import type { Academy, StudentBrowser } from '../../booking/academy.ts';
import { orderDeps } from './order-server.ts';

/**
 * Creates another order queue on the same database, like the queue of a second server process. `sizes` lists, for each
 * transaction, how many order requests it handled.
 */
export function openOrderQueue(
  { db, clock }: Academy,
  deps: Partial<OrderDeps> = {},
): { queue: OrderQueue; sizes: number[] } {
  const sizes: number[] = [];
  const bound = orderDeps(db, clock, deps);
  const carts: OrderDeps['queries']['carts'] = (students) => {
    sizes.push(students.length);
    return bound.queries.carts(students);
  };
  return { queue: createOrderQueue({ ...bound, queries: { ...bound.queries, carts } }), sizes };
}

export function requestOf(student: StudentBrowser, more: Partial<OrderRequest> = {}): OrderRequest {
  const returnUrlOf = (attemptId: string) => `http://localhost/course-booking/checkout/confirmation/${attemptId}`;
  const addressHash = Buffer.alloc(32);
  return { studentId: student.id, addressHash, shown: {}, callKey: null, isSettled: false, returnUrlOf, ...more };
}

const env = readEnv({
  LANDFALL_ENV: 'test',
  LOG_LEVEL: 'silent',
  RATE_ORDER: '100000',
  HOLDS_PER_ADDRESS: '100',
  RATE_WRITE: '100000',
});

/**
 * Starts a second server on the database at `url`. While `work` runs, the students' requests go to this second server.
 */
export async function withSecondApp<T>(
  { app, clock }: Academy,
  url: string,
  work: (other: App, end: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const db = openDatabase(url);
  const other = await buildApp({ env, db, clock, release: 'test' });
  const original = app.server;
  app.server = other.server;
  let isEnded = false;
  const end = async () => {
    if (isEnded) return;
    isEnded = true;
    await other.server.close();
    await db.destroy();
  };
  try {
    return await work(other, end);
  } finally {
    app.server = original;
    await end();
  }
}

/** Locks a row over a separate database connection, until `release` is called. */
async function lockRow(url: string, statement: string, id: number | string): Promise<{ release: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query(statement, [id]);
  return { release: () => client.end() };
}

/** Locks the row of a batch in the table `batches`, over a separate database connection, until `release` is called. */
export const lockBatch = ({ url }: Academy, batch: number) =>
  lockRow(url, 'select from batches where id = $1 for update', batch);

/** Locks the row of a student in the table `students`, as an order of the student does, until `release` is called. */
export const lockStudent = ({ url }: Academy, { id }: StudentBrowser) =>
  lockRow(url, 'select from students where id = $1 for no key update', id);

/** Waits until at least `count` SQL statements in this database are blocked by a lock. Fails after 5 seconds. */
export async function lockWait({ db }: Pick<Academy, 'db'>, count = 1): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length;
  };
  await expect.poll(waiting, { timeout: 5_000, interval: 10 }).toBeGreaterThanOrEqual(count);
}
