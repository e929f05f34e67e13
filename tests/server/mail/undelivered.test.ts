import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FailedCount, FailureCause, UndeliveredEmail } from '../../../contract/staff/emails.ts';
import { createStudent, startTestApp } from '../../support/server.ts';
import { hire } from '../../support/staff.ts';

const app = await startTestApp();
const { db } = app;
const registrar = await hire(app, 'registrar');
const administrator = await hire(app, 'administrator');

type Page = { data: UndeliveredEmail[]; next: number | null; failed: FailedCount[] };
const list = async (query: Record<string, string> = {}, { headers } = registrar) => {
  const { body } = await app.call('GET', `/api/staff/emails?${new URLSearchParams(query)}`, { headers });
  return body as Page;
};
const resend = (id: number, { headers } = registrar) =>
  app.call('POST', `/api/staff/emails/${id}/resend`, { body: {}, headers });
const resendAll = (cause: FailureCause) =>
  app.call('POST', '/api/staff/emails/resend', { body: { cause }, headers: registrar.headers });
const audit = () => db.selectFrom('audit_entries').selectAll().orderBy('id').execute();
const stateOf = (id: number) =>
  db
    .selectFrom('mail_outbox')
    .select(['state', 'attempts', 'recipient', 'body'])
    .where('id', '=', id)
    .executeTakeFirst();

const noMailbox = "Error: Can't send mail - all recipients were rejected: 550 5.1.1 <a@b.example>: User unknown";
let queued = 0;

/** Stores an email that has failed, or is in another state. Returns its id. */
async function plant(change: Record<string, unknown> = {}): Promise<number> {
  queued += 1;
  const { id } = await db
    .insertInto('mail_outbox')
    .values({
      ...{ dedupe_key: `contact-changed:${queued}`, recipient: 'asha@example.com', subject: 'Your contacts' },
      ...{ body: 'The secret.', state: 'dead', attempts: 12, last_error: noMailbox },
      ...change,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

beforeEach(() => db.deleteFrom('mail_outbox').execute());

describe('the list of undelivered emails', () => {
  it('the list of undelivered emails shows failed emails and emails that have waited for an hour, without their texts', async () => {
    const failed = await plant({ recipient_name: 'Asha Nair' });
    const waiting = await plant({
      state: 'waiting',
      attempts: 3,
      created_at: hoursAgo(2),
      last_error: 'read ECONNRESET',
    });
    await plant({ state: 'waiting', attempts: 0, last_error: null });
    await plant({ state: 'sent', body: '', sent_at: new Date(), last_error: null });
    const page = await list();
    expect(page.data).toMatchObject([
      { id: waiting, state: 'waiting', tries: 3, cause: 'connection', next_try_at: expect.any(String) },
      {
        ...{ id: failed, state: 'failed', tries: 12, cause: 'unknownMailbox', error: noMailbox, next_try_at: null },
        ...{ recipient: 'asha@example.com', recipient_name: 'Asha Nair', is_expired: false, order_id: null },
      },
    ]);
    expect(JSON.stringify(page)).not.toContain('secret');
    expect(page.failed).toEqual([{ cause: 'unknownMailbox', count: 1, sendable: 1 }]);
    expect((await audit()).at(-1)).toMatchObject({
      ...{ command: 'emails list', subject: 'emails', arguments: { emails: 2 }, staff_id: registrar.id },
      ...{ before: null, after: null },
    });
  });

  it('the list of undelivered emails can be filtered by state, cause and words of recipient or subject, and has pages', async () => {
    const [one, two] = [
      await plant({ subject: '100% refund' }),
      await plant({ last_error: 'connect ECONNREFUSED 1.2.3.4:587' }),
    ];
    const waiting = await plant({ state: 'waiting', created_at: hoursAgo(2), recipient: 'Ravi@Example.com' });
    const idsOf = async (query: Record<string, string>) => (await list(query)).data.map(({ id }) => id);
    expect(await idsOf({ state: 'failed' })).toEqual([two, one]);
    expect(await idsOf({ state: 'waiting' })).toEqual([waiting]);
    expect(await idsOf({ cause: 'connection' })).toEqual([two]);
    expect(await idsOf({ q: 'ravi@example' })).toEqual([waiting]);
    expect(await idsOf({ q: '% REFUND' })).toEqual([one]);
    expect(await idsOf({ q: '_' })).toEqual([]);
    await sql`insert into mail_outbox (dedupe_key, recipient, subject, body, state, last_error)
      select 'many:' || n, 'many@example.com', 'Many', '', 'dead', '550 refused' from generate_series(1, 51) n`.execute(
      db,
    );
    const first = await list({ q: 'many@' });
    expect(first.data).toHaveLength(50);
    const second = await list({ q: 'many@', before: String(first.next) });
    expect([second.data.length, second.next]).toEqual([1, null]);
  });

  it('the list of undelivered emails names the student who has the recipient’s address, whatever its letter case', async () => {
    const student = await createStudent(db);
    const { email } = await db
      .selectFrom('students')
      .select('email')
      .where('id', '=', student.id)
      .executeTakeFirstOrThrow();
    await plant({ recipient: email?.toUpperCase() });
    await plant({ recipient: 'nobody@example.com' });
    const [stranger, known] = (await list()).data;
    expect(stranger?.student).toBeNull();
    expect(known?.student).toMatchObject({ id: student.id, email });
  });

  it('undelivered emails about staff accounts are hidden from roles that may not see staff accounts', async () => {
    const id = await plant({ dedupe_key: `staff-account:${crypto.randomUUID()}` });
    expect(await list()).toMatchObject({ data: [], failed: [] });
    expect((await resend(id)).status).toBe(404);
    await resendAll('unknownMailbox');
    expect(await stateOf(id)).toMatchObject({ state: 'dead' });
    expect((await list({}, administrator)).data).toMatchObject([{ id }]);
  });

  it.each<[string | null, FailureCause]>([
    [noMailbox, 'unknownMailbox'],
    ['550 no such mailbox', 'unknownMailbox'],
    ["Error: Can't send mail - all recipients were rejected: 552 5.2.2 Over quota", 'fullMailbox'],
    ['Error: Message failed: 554 5.7.1 Message looks like spam', 'refused'],
    ["Error: Can't send mail - all recipients were rejected: 451 4.7.1 Greylisted", 'later'],
    ['Error: Invalid login: 535 5.7.8 Bad credentials', 'signIn'],
    ['connect ECONNREFUSED 127.0.0.1:587', 'connection'],
    ['The operation was aborted due to timeout', 'connection'],
    ['Connection timeout', 'connection'],
    ['getaddrinfo ENOTFOUND smtp.example.com', 'connection'],
    ['something else', 'other'],
    [null, 'other'],
  ])('the list of undelivered emails says that the error %s has the cause %s', async (last_error, cause) => {
    await plant({ last_error });
    expect((await list()).data).toMatchObject([{ cause, error: last_error }]);
    expect((await list({ cause })).data).toHaveLength(1);
  });
});

describe('sending again', () => {
  it('sending an undelivered email again queues the email with zero attempts, and a second request has no effect', async () => {
    const [id, other] = [await plant(), await plant()];
    const before = (await audit()).length;
    expect((await resend(id)).body).toMatchObject({ data: { queued: 1 } });
    expect(await stateOf(id)).toEqual({
      state: 'waiting',
      attempts: 0,
      recipient: 'asha@example.com',
      body: 'The secret.',
    });
    expect(await stateOf(other)).toMatchObject({ state: 'dead', attempts: 12 });
    expect((await audit()).slice(before)).toMatchObject([
      {
        ...{ command: 'emails resend', subject: `email:${id}`, staff_id: registrar.id },
        ...{ before: [{ id, state: 'dead', attempts: 12 }], after: [{ id, state: 'waiting', attempts: 0 }] },
      },
    ]);
    expect((await resend(id)).body).toMatchObject({ data: { queued: 0 } });
    expect((await audit()).length).toBe(before + 1);
  });

  it('a request to send an email again is refused if the email was delivered or does not exist', async () => {
    const id = await plant({ state: 'sent', body: '', sent_at: new Date(), last_error: null });
    expect((await resend(id)).body).toMatchObject({ statusCode: 409, code: 'EMAIL_DELIVERED' });
    expect((await resend(999_999)).body).toMatchObject({ statusCode: 404, code: 'NOT_FOUND' });
  });

  it('a request to send an email again is refused if the link or offer in the email is no longer valid', async () => {
    const expired = [
      await plant({ dedupe_key: 'password-reset:1', created_at: hoursAgo(1) }),
      await plant({ dedupe_key: 'waiting-offer:4711:2026-03-01T06:00:00.000Z' }),
      await plant({ dedupe_key: 'staff-invitation:00ff' }),
    ];
    const valid = await plant({ dedupe_key: 'password-reset:2' });
    for (const id of expired)
      expect((await resend(id, administrator)).body).toMatchObject({ statusCode: 409, code: 'EMAIL_EXPIRED' });
    expect((await list({}, administrator)).failed).toEqual([{ cause: 'unknownMailbox', count: 4, sendable: 1 }]);
    expect((await resendAll('unknownMailbox')).body).toMatchObject({ data: { queued: 1, left: 0 } });
    expect(await stateOf(valid)).toMatchObject({ state: 'waiting' });
    for (const id of expired) expect(await stateOf(id)).toMatchObject({ state: 'dead' });
  });

  it('a request to resend all emails that failed for the same reason queues at most 500 emails and adds one audit entry', async () => {
    const other = await plant({ last_error: 'Connection timeout' });
    await sql`insert into mail_outbox (dedupe_key, recipient, subject, body, state, last_error)
      select 'many:' || n, 'many@example.com', 'Many', '', 'dead', '554 refused' from generate_series(1, 501) n`.execute(
      db,
    );
    expect((await resendAll('refused')).body).toMatchObject({ data: { queued: 500, left: 1 } });
    expect((await audit()).at(-1)).toMatchObject({
      command: 'emails resend',
      subject: 'emails',
      arguments: { cause: 'refused' },
    });
    expect((await resendAll('refused')).body).toMatchObject({ data: { queued: 1, left: 0 } });
    const count = (await audit()).length;
    expect((await resendAll('refused')).body).toMatchObject({ data: { queued: 0, left: 0 } });
    expect((await audit()).length).toBe(count);
    expect(await stateOf(other)).toMatchObject({ state: 'dead' });
  });
});
