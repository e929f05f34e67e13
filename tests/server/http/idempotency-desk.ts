import { sql } from 'kysely';
import { createStudent, signIn, siteHeaders, type TestApp } from '../../support/server.ts';
import type { NewStudent } from '../../support/student.ts';

/** A call as it is sent; `student` may sign in again. */
export type Ask = {
  url: string;
  body?: object | string;
  headers?: Record<string, string>;
  student?: { id: string };
};

export type Told = { status: number; body: Record<string, unknown>; cookie: string };

/** Where calls are made ready, sent, and their effects counted. */
export type Desk = {
  app: TestApp;
  enrol(fields?: NewStudent): Promise<Pick<Ask, 'headers' | 'student'> & { student: { id: string }; email: string }>;
  send(method: string, ask: Ask, key?: string): Promise<Told>;
  /** How many rows each table has gained while `work` ran; tables that did not change are left out. */
  grown(work: () => Promise<unknown>): Promise<Record<string, number>>;
};

/** What limits count is no effect. */
const uncounted = ['rate_counters', 'kysely_migration', 'kysely_migration_lock'];

export function openDesk(app: TestApp): Desk {
  const countRows = async () => {
    const { rows } = await sql<{ name: string; count: number }>`
      select relname::text as name, (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', relname),
        false, true, '')))[1]::text::integer as count
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(app.db);
    const taken = await sql<{ sum: number }>`select sum(taken)::integer as sum from batches`.execute(app.db);
    return new Map([...rows.map(({ name, count }) => [name, count] as const), ['seats', taken.rows[0]?.sum ?? 0]]);
  };
  return {
    app,
    async enrol(fields) {
      const student = await createStudent(app.db, fields);
      return { student, email: student.email ?? '', headers: await signIn(app, student) };
    },
    async send(method, { url, body, headers }, key) {
      const named = { ...siteHeaders, ...headers, ...(key ? { 'idempotency-key': key } : {}) };
      const sent = Object.fromEntries(Object.entries(named).filter(([, text]) => text !== ''));
      const payload = body === undefined ? {} : { payload: body };
      const answer = await app.server.inject({ method: method as 'POST', url, headers: sent, ...payload });
      const isJson = String(answer.headers['content-type']).startsWith('application/json');
      const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      return { status: answer.statusCode, body: isJson ? answer.json() : {}, cookie };
    },
    async grown(work) {
      const before = await countRows();
      await work();
      const after = await countRows();
      const changes = [...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
      return Object.fromEntries(changes.filter(([name, change]) => change !== 0 && !uncounted.includes(name)));
    },
  };
}
