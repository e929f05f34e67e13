import { beforeEach, expect, it, vi } from 'vitest';
import { addDays } from '../../../../contract/days.ts';
import type { StudentRecord } from '../../../../contract/staff/students.ts';
import type { TermsToAccept } from '../../../../contract/terms.ts';
import { publishDueDrafts } from '../../../../server/content/editing/publish-due.ts';
import { inTransaction } from '../../../../server/db/transactions/transaction.ts';
import { today } from '../../../../server/http/clock.ts';
import { insertStudent } from '../../../../server/student/register.repo.ts';
import { hour, minute } from '../../../support/clock.ts';
import { createStudent, signIn } from '../../../support/server.ts';
import { hire, lastAuditEntry, signInAsStaff } from '../../../support/staff.ts';
import { startEditing } from './editor.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { app, demo, edit } = await startEditing();
const registrar = await hire(app, 'registrar');
const url = '/api/users/student/terms';
const reason = 'as the board decided';
let changes = 0;

// Let a minute pass before each test, because the server compares the times of registrations, publications and
// acceptances.
beforeEach(() => app.clock.advance(minute));

type Choice = { must_accept?: boolean };

/** Publishes changed terms that take effect on this day, today by default. */
async function publish(choice: Choice = {}, effectiveDate = today(app.clock)) {
  changes += 1;
  const terms = await edit('policies', 'terms');
  await terms.change({ introText: `The terms after change ${changes}.`, effectiveDate });
  const { status, text } = await terms.publish({ reason, ...choice });
  expect(status, text).toBe(200);
  app.clock.advance(minute);
}

/** Registers a student, who accepts the terms in force. */
async function register(): Promise<{ id: string }> {
  const email = `${crypto.randomUUID()}@example.com`;
  const created_at = new Date(app.clock.now());
  const student = { first_name: 'Asha', last_name: 'Nair', email, created_at };
  expect(await inTransaction(app.db, (tx) => insertStudent(tx, student))).toBe(true);
  app.clock.advance(minute);
  return app.db.selectFrom('students').select('id').where('email', '=', email).executeTakeFirstOrThrow();
}

async function readDue(student: { id: string }): Promise<TermsToAccept | null> {
  const { status, body, text } = await app.call('GET', url, { headers: await signIn(app, student) });
  expect(status, text).toBe(200);
  return (body as { data: TermsToAccept | null }).data;
}

const accept = async (student: { id: string }, version: string) =>
  app.call('PUT', url, { headers: await signIn(app, student), body: { version } });

async function readRecord({ id }: { id: string }): Promise<StudentRecord> {
  const headers = await signInAsStaff(app, registrar);
  const { status, body, text } = await app.call('GET', `/api/staff/students/${id}`, { headers });
  expect(status, text).toBe(200);
  return (body as { data: StudentRecord }).data;
}

it('students who accepted earlier terms must accept changed terms, but students who register later need not', async () => {
  const early = await register();
  expect(await readDue(early)).toBeNull();
  await publish({ must_accept: true });
  const late = await register();
  const due = await readDue(early);
  expect(due).toEqual({
    title: 'Terms and Conditions',
    version: expect.stringContaining(today(app.clock)),
    changed_on: today(app.clock),
  });
  expect(await readDue(late)).toBeNull();
  const accepted = await accept(early, due?.version ?? '');
  expect(accepted).toMatchObject({ status: 200, body: { data: null } });
  expect(await readDue(early)).toBeNull();
});

it('students must accept changed terms unless the editor decides otherwise, and the audit log records this decision', async () => {
  const student = await register();
  const terms = await edit('policies', 'terms');
  const history = () => terms.get<{ must_accept: boolean }[]>('history');
  await publish({ must_accept: false });
  expect(await readDue(student)).toBeNull();
  expect((await history())[0]).toMatchObject({ must_accept: false });
  expect(await lastAuditEntry(app.db, 'content publish')).toMatchObject({ arguments: { must_accept: false } });
  await publish();
  expect(await readDue(student)).not.toBeNull();
  expect((await history())[0]).toMatchObject({ must_accept: true });
  expect(await lastAuditEntry(app.db, 'content publish')).toMatchObject({ arguments: { must_accept: true } });
});

it('if changed terms are corrected before a student has accepted them, the student is asked to accept the corrected version', async () => {
  const student = await register();
  const day = today(app.clock);
  await publish({ must_accept: true });
  const changed = await readDue(student);
  app.clock.advance(25 * hour);
  await publish({ must_accept: false });
  const corrected = await readDue(student);
  expect(corrected).toMatchObject({ changed_on: day, version: expect.stringContaining(today(app.clock)) });
  // A page that was loaded before the correction sends the version that it showed.
  expect((await accept(student, changed?.version ?? '')).status).toBe(200);
  expect(await readDue(student)).toBeNull();
});

it('an editor can require acceptance of a changed policy only if it is a policy that students accept at registration', async () => {
  for (const id of ['privacy-policy', 'booking-settings']) {
    const policy = await edit('policies', id);
    const fields = id === 'privacy-policy' ? { introText: 'Less.' } : { terms_title: 'Before you pay' };
    await policy.change({ ...fields, ...(id === 'privacy-policy' ? { effectiveDate: today(app.clock) } : {}) });
    expect(await policy.check()).toMatchObject({ is_accepted: false });
    const refused = await policy.publish({ reason, must_accept: true });
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
    expect((await policy.publish({ reason })).status).toBe(200);
  }
});

it.each([true, false])(
  'on the effective date of scheduled terms with must_accept=%s, students are asked to accept the terms only if must_accept is true',
  async (must_accept) => {
    const student = await register();
    const day = addDays(today(app.clock), 3);
    await publish({ must_accept }, day);
    expect(await lastAuditEntry(app.db, 'content schedule')).toMatchObject({ arguments: { must_accept } });
    expect(await readDue(student)).toBeNull();
    app.clock.advance(80 * hour);
    expect(await publishDueDrafts({ db: app.db, clock: app.clock, contentDir: demo })).toMatchObject({ attempted: 1 });
    expect(await readDue(student)).toEqual(must_accept ? expect.objectContaining({ changed_on: day }) : null);
  },
);

it('students must accept newly published terms even if a version that needed no acceptance was scheduled before and then cancelled', async () => {
  const student = await register();
  await publish({ must_accept: false }, addDays(today(app.clock), 3));
  const terms = await edit('policies', 'terms');
  expect((await terms.post('unschedule')).status).toBe(200);
  await publish();
  expect(await readDue(student)).not.toBeNull();
});

it('a student who never accepted terms, such as an imported student, must accept only terms published after the account’s creation', async () => {
  const createdNow = () => createStudent(app.db, { created_at: new Date(app.clock.now()) });
  await publish({ must_accept: true });
  const student = await createdNow();
  expect(await readDue(student)).toBeNull();
  app.clock.advance(minute);
  await publish({ must_accept: false });
  expect(await readDue(student)).toBeNull();
  await publish({ must_accept: true });
  expect(await readDue(student)).not.toBeNull();
  expect(await readRecord(student)).toMatchObject({ accepted_terms: [], terms_to_accept: expect.any(String) });
});

it('accepting the terms stores the version and the time once, only for the student who accepted, and staff see both', async () => {
  const [student, other] = [await register(), await register()];
  const { accepted_terms: atRegistration } = await readRecord(student);
  expect(atRegistration).toHaveLength(1);
  await publish({ must_accept: true });
  const version = (await readDue(student))?.version ?? '';
  expect(await readRecord(student)).toMatchObject({ accepted_terms: atRegistration, terms_to_accept: version });
  const at = new Date(app.clock.now()).toISOString();
  expect((await accept(student, version)).status).toBe(200);
  app.clock.advance(minute);
  expect((await accept(student, version)).status).toBe(200);
  expect(await readRecord(student)).toMatchObject({
    accepted_terms: [{ version, at }, ...atRegistration],
    terms_to_accept: null,
  });
  expect(await readDue(other)).not.toBeNull();
  expect((await readRecord(other)).accepted_terms).toHaveLength(1);
  expect((await app.call('PUT', url, { body: { version } })).status).toBe(401);
});

it('a student cannot accept an outdated or unknown version of the terms', async () => {
  const student = await register();
  await publish({ must_accept: true });
  const older = (await readDue(student))?.version ?? '';
  await publish({ must_accept: true });
  for (const version of [older, '2026-04-01', 'none'])
    expect(await accept(student, version), version).toMatchObject({ status: 409, body: { code: 'TERMS_CHANGED' } });
  const newer = (await readDue(student))?.version ?? '';
  await publish({ must_accept: false });
  const newcomer = await register();
  // The version before the correction can still be accepted. For the newcomer this stores nothing, because the newcomer
  // has accepted a newer version.
  expect((await accept(newcomer, newer)).status).toBe(200);
  expect((await readRecord(newcomer)).accepted_terms).toHaveLength(1);
  expect((await accept(student, newer)).status).toBe(200);
  expect(await readDue(student)).toBeNull();
});

it('restoring an earlier text of the terms on the same day creates a new version, which students can accept', async () => {
  const terms = await edit('policies', 'terms');
  await publish({ must_accept: false });
  await publish({ must_accept: true });
  const student = await register();
  const [newest] = await terms.get<{ id: number }[]>('history');
  expect((await terms.post('restore', { revision: 0, version: newest?.id, state: 'before' })).status).toBe(200);
  const published = await terms.publish({ reason, must_accept: true });
  expect(published.status, published.text).toBe(200);
  app.clock.advance(minute);
  const due = await readDue(student);
  expect(due).not.toBeNull();
  expect((await accept(student, due?.version ?? '')).status).toBe(200);
});

it('the database refuses to change or delete a student’s acceptance of terms', async () => {
  await expect(app.db.deleteFrom('policy_acceptances').execute()).rejects.toThrow('append-only');
  await expect(app.db.updateTable('policy_acceptances').set({ accepted_at: new Date() }).execute()).rejects.toThrow();
});
