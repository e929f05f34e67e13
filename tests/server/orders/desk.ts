import { sql } from 'kysely';
import pg from 'pg';
import { expect } from 'vitest';
import { type App, buildApp } from '../../../server/app.ts';
import { openDatabase } from '../../../server/db/client.ts';
import { readEnv } from '../../../server/env.ts';
import { type OrderDesk, openOrderDesk } from '../../../server/orders/order-desk.ts';
import type { OrderParts } from '../../../server/orders/order-parts.ts';
import type { OrderAsk } from '../../../server/orders/place-set.ts';
import type { Academy, StudentBrowser } from '../booking/academy.ts';
import { orderParts } from './order-server.ts';

/** A desk of its own, as of another process, and how many asks each of its sets had. */
export function openDesk({ db, clock }: Academy, parts: Partial<OrderParts> = {}): { desk: OrderDesk; sets: number[] } {
  const sets: number[] = [];
  const bound = orderParts(db, clock, parts);
  const carts: OrderParts['reading']['carts'] = (students) => {
    sets.push(students.length);
    return bound.reading.carts(students);
  };
  return { desk: openOrderDesk({ ...bound, reading: { ...bound.reading, carts } }), sets };
}

export function askOf(student: StudentBrowser, more: Partial<OrderAsk> = {}): OrderAsk {
  const returnTo = (attemptId: string) => `http://localhost/course-booking/checkout/confirmation/${attemptId}`;
  return { studentId: student.id, shown: {}, callKey: null, isSettled: false, returnTo, ...more };
}

export const ordersOf = ({ db }: Academy, student: StudentBrowser) =>
  db.selectFrom('orders').select(['id', 'state']).where('student_id', '=', student.id).execute();

const env = readEnv({ LANDFALL_ENV: 'test', LOG_LEVEL: 'silent', RATE_ORDER: '100000', RATE_WRITE: '100000' });

/** Another process on the database at `url`; students call it while `work` runs. */
export async function atAnotherProcess<T>(
  { app, clock }: Academy,
  url: string,
  work: (other: App, end: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const db = openDatabase(url);
  const other = await buildApp({ env, db, clock, release: 'test' });
  const near = app.server;
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
    app.server = near;
    await end();
  }
}

/** Another program's connection that keeps a batch locked. */
export async function lockBatch({ url }: Academy, batch: number): Promise<{ release: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query('select from batches where id = $1 for update', [batch]);
  return { release: () => client.end() };
}

/** Until somebody in this database waits for a lock. */
export async function lockWait({ db }: Academy): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length;
  };
  await expect.poll(waiting, { timeout: 5_000, interval: 10 }).toBeGreaterThan(0);
}
