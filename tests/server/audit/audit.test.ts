import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { insertAuditEntry, recordStaffAction } from '../../../server/db/audit-entry.ts';
import { inTransaction } from '../../../server/db/transactions/transaction.ts';
import { fakeClock } from '../../support/clock.ts';
import { startTestApp } from '../../support/server.ts';
import { hire, lastAuditEntry } from '../../support/staff.ts';

const app = await startTestApp({ clock: fakeClock(Date.parse('2026-03-10T20:00:00Z')) });
const auditor = await hire(app, 'auditor');
const staff = { staffId: auditor.id, name: 'Usha Menon', email: auditor.email };

type Page = { data: Array<Record<string, unknown>>; next: number | null };
const read = async (query: Record<string, string> = {}): Promise<Page> => {
  const { body, status, text } = await app.call('GET', `/api/staff/audit?${new URLSearchParams(query)}`, {
    headers: auditor.headers,
  });
  expect(status, text).toBe(200);
  return body as Page;
};
/**
 * The actions of the log entries that match a filter. Leaves out the entries that this test itself adds by reading the
 * log.
 */
const actions = async (query: Record<string, string>) =>
  (await read(query)).data.map(({ action }) => action).filter((action) => action !== 'audit list');

await inTransaction(app.db, async (tx) => {
  const command = { actor: 'priya', command: 'batches close', arguments: { batch: 5003 } };
  await insertAuditEntry(tx, {
    ...command,
    before: { status: 'open' },
    after: { status: 'closed' },
    at: new Date('2026-03-01T10:00:00Z'),
  });
  await recordStaffAction(
    tx,
    staff,
    { action: 'orders export', subject: 'orders', arguments: { from: '2026-01-01' } },
    new Date('2026-03-10T18:29:59Z'),
  );
  const refund = {
    action: 'refund settle',
    subject: 'order:LF-2026-000123',
    before: { state: 'failed' },
    after: { state: 'paid' },
  };
  await recordStaffAction(tx, staff, { ...refund, reason: 'paid by NEFT, 100%' }, new Date('2026-03-10T18:30:00Z'));
});

it('the audit log shows landfall commands and what staff did in the console, newest first', async () => {
  const { data, next } = await read();
  expect(next).toBeNull();
  expect(data).toMatchObject([
    {
      action: 'refund settle',
      actor: `Usha Menon <${auditor.email}>`,
      reason: 'paid by NEFT, 100%',
      kind: 'change',
      is_command: false,
    },
    { action: 'orders export', kind: 'reading', before: null, after: null },
    { action: 'batches close', actor: 'priya', kind: 'change', is_command: true, before: { status: 'open' } },
  ]);
});

it('a search of the audit log looks in all texts of an entry and treats % as a plain character', async () => {
  expect(await actions({ q: 'lf-2026-000123' })).toEqual(['refund settle']);
  expect(await actions({ q: '100%' })).toEqual(['refund settle']);
  expect(await actions({ q: '5003' })).toEqual(['batches close']);
  expect(await actions({ q: '%' })).toEqual(['refund settle']);
  expect(await actions({ actor: 'PRI' })).toEqual(['batches close']);
  expect(await actions({ action: 'refund' })).toEqual(['refund settle']);
  expect(await actions({ kind: 'reading' })).toEqual(['orders export']);
});

it('the audit log’s filter by day uses days in the academy’s time zone', async () => {
  expect(await actions({ from: '2026-03-11', to: '2026-03-11' })).toEqual(['refund settle']);
  expect(await actions({ to: '2026-03-10' })).toEqual(['orders export', 'batches close']);
});

it('the pages of the audit log have no gap and no overlap, even if entries are added between two requests', async () => {
  await sql`insert into audit_entries (actor, command, arguments, before)
    select 'paging', 'page ' || n, '{}', '{}' from generate_series(1, 120) n`.execute(app.db);
  const first = await read({ actor: 'paging' });
  await sql`insert into audit_entries (actor, command, arguments, before) values ('paging', 'later', '{}', '{}')`.execute(
    app.db,
  );
  const second = await read({ actor: 'paging', before: String(first.next) });
  const third = await read({ actor: 'paging', before: String(second.next) });
  const seen = [first, second, third].flatMap(({ data }) => data.map(({ action }) => action));
  expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => `page ${120 - index}`));
  expect(third.next).toBeNull();
});

it('each time staff read a page of the audit log, the log records the filter and the number of entries, but not their texts', async () => {
  const { data } = await read({ q: '5003', action: 'batches' });
  expect(data.map(({ action }) => action)).toEqual(['batches close']);
  expect(await lastAuditEntry(app.db)).toMatchObject({
    ...{ command: 'audit list', subject: 'audit', staff_id: auditor.id, before: null, after: null },
    arguments: { q: '5003', action: 'batches', entries: 1 },
  });
  const first = await read({ actor: 'paging' });
  await read({ actor: 'paging', before: String(first.next) });
  expect(await lastAuditEntry(app.db)).toMatchObject({
    command: 'audit list',
    arguments: { actor: 'paging', before: first.next, entries: 50 },
  });
});

it('entries of the audit log cannot be changed, deleted or truncated', async () => {
  await expect(sql`update audit_entries set reason = 'other'`.execute(app.db)).rejects.toThrow('append-only');
  await expect(sql`delete from audit_entries`.execute(app.db)).rejects.toThrow('append-only');
  await expect(sql`truncate audit_entries`.execute(app.db)).rejects.toThrow('append-only');
});

it('every database table whose rows cannot be changed also refuses to be truncated', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgfoid = 'refuse_change'::regproc order by name`.execute(app.db);
  expect(rows.length).toBeGreaterThanOrEqual(8);
  for (const { name } of rows)
    await expect(sql`truncate ${sql.table(name)} cascade`.execute(app.db), name).rejects.toThrow('append-only');
});
