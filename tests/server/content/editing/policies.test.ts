import { expect, it, vi } from 'vitest';
import { addDays } from '../../../../contract/days.ts';
import type { Policy } from '../../../../contract/policies.ts';
import { publishDueDrafts } from '../../../../server/content/editing/publish-due.ts';
import { inTransaction } from '../../../../server/db/transactions/transaction.ts';
import { today } from '../../../../server/http/clock.ts';
import { insertStudent } from '../../../../server/student/register.repo.ts';
import { hour } from '../../../support/clock.ts';
import { startEditing } from './editor.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { app, demo, edit: editAny, previewLoad } = await startEditing();
const reason = 'as the board decided';
const edit = (id: string) => editAny('policies', id);

async function read<T>(path: string): Promise<T> {
  app.clock.advance(2000);
  const { status, body, text } = await app.call('GET', `/api/${path}`);
  expect(status, text).toBe(200);
  return (body as { data: T }).data;
}
const versionOf = (policy: string, version: string) =>
  read<{ text: Policy & { terms_content: string } }>(`cms/policy-versions/${policy}/${version}`);

it('a changed policy needs a new effective date and a reason, and the earlier version of the policy can still be read', async () => {
  const before = await read<Policy>('cms/content/privacy-policy');
  const policy = await edit('privacy-policy');
  await policy.change({ introText: 'We keep less than before.' });
  const { faults, needs_reason } = await policy.check();
  expect(faults).toEqual([{ path: 'effectiveDate', label: 'Takes effect on', reason: expect.stringMatching(/past/) }]);
  expect(needs_reason).toBe(true);
  expect((await policy.publish({ reason })).status).toBe(422);
  await policy.change({ effectiveDate: today(app.clock) });
  expect((await policy.publish()).body).toMatchObject({ code: 'REASON_NEEDED' });
  expect((await policy.publish({ reason })).status).toBe(200);
  expect(await read('cms/content/privacy-policy')).toMatchObject({ introText: 'We keep less than before.' });
  expect((await versionOf('privacy-policy', before.effectiveDate)).text.introText).toBe(before.introText);
  expect((await versionOf('privacy-policy', today(app.clock))).text.introText).toBe('We keep less than before.');
  await policy.change({ introText: 'We keep nothing.' });
  expect((await policy.publish({ reason })).status).toBe(200);
  expect((await versionOf('privacy-policy', `${today(app.clock)}-2`)).text.introText).toBe('We keep nothing.');
});

it('a policy with a future effective date is published when that day begins in India', async () => {
  const day = addDays(today(app.clock), 3);
  const policy = await edit('terms');
  const { introText } = await read<Policy>('cms/content/terms');
  await policy.change({ introText: 'New terms.', effectiveDate: day });
  expect(await policy.check()).toMatchObject({ faults: [], takes_effect_at: `${addDays(day, -1)}T18:30:00.000Z` });
  expect((await policy.publish({ reason })).status).toBe(200);
  expect((await policy.open()).draft?.publish_at).toBe(`${addDays(day, -1)}T18:30:00.000Z`);
  const due = () => publishDueDrafts({ db: app.db, clock: app.clock, contentDir: demo });
  await due();
  expect((await read<Policy>('cms/content/terms')).introText).toBe(introText);
  app.clock.advance(80 * hour);
  expect(await due()).toEqual({ attempted: 1, failures: [] });
  expect((await read<Policy>('cms/content/terms')).introText).toBe('New terms.');
});

it('a newly registered student is stored as having accepted the version of the terms that is in force', async () => {
  const { effectiveDate } = await read<Policy>('cms/content/terms');
  const student = { first_name: 'Asha', last_name: 'Nair', email: 'asha.versions@example.com' };
  expect(await inTransaction(app.db, (tx) => insertStudent(tx, student))).toBe(true);
  const row = await app.db
    .selectFrom('students')
    .select('accepted_terms')
    .where('email', '=', student.email)
    .executeTakeFirstOrThrow();
  expect(row.accepted_terms).toBe(effectiveDate);
});

it('changed booking terms get a new version, and the text of the earlier version can still be read', async () => {
  type Settings = { terms_version: string; terms_content: string; payment_note: string };
  const before = await read<Settings>('booking-groups/settings');
  const terms = await edit('booking-settings');
  await terms.change({ terms_content: '<p>Bring your own rope.</p>' });
  expect((await terms.publish({ reason })).status).toBe(200);
  const after = await read<Settings>('booking-groups/settings');
  expect(after).toMatchObject({ terms_content: '<p>Bring your own rope.</p>', payment_note: before.payment_note });
  expect(after.terms_version).not.toBe(before.terms_version);
  expect((await versionOf('booking-settings', before.terms_version)).text.terms_content).toBe(before.terms_content);
  expect((await versionOf('booking-settings', after.terms_version)).text.terms_content).toBe(after.terms_content);
  const unknown = await app.call('GET', '/api/cms/policy-versions/booking-settings/none');
  expect(unknown.status).toBe(404);
});

it('booking terms that are scheduled for a time are published at that time and not before', async () => {
  type Settings = { terms_version: string; terms_content: string };
  const before = await read<Settings>('booking-groups/settings');
  const terms = await edit('booking-settings');
  await terms.change({ terms_content: '<p>Bring your own compass.</p>' });
  expect(await terms.check()).toMatchObject({ may_choose_time: true, takes_effect_at: null });
  const publish_at = new Date(app.clock.now() + hour).toISOString();
  expect((await terms.publish({ reason, publish_at })).status).toBe(200);
  expect((await terms.open()).draft?.publish_at).toBe(publish_at);
  expect((await read<Settings>('booking-groups/settings')).terms_version).toBe(before.terms_version);
  app.clock.advance(hour);
  expect(await publishDueDrafts({ db: app.db, clock: app.clock, contentDir: demo })).toMatchObject({ attempted: 1 });
  const after = await read<Settings>('booking-groups/settings');
  expect(after.terms_content).toBe('<p>Bring your own compass.</p>');
  expect(after.terms_version).not.toBe(before.terms_version);
});

it('publishing a policy at a chosen time is refused, because its effective date decides when it is published', async () => {
  const policy = await edit('refund-policy');
  const publish_at = new Date(app.clock.now() + hour).toISOString();
  for (const effectiveDate of [today(app.clock), addDays(today(app.clock), 3)]) {
    await policy.change({ introText: 'Refunds are faster now.', effectiveDate });
    expect(await policy.check()).toMatchObject({ faults: [], may_choose_time: false });
    const refused = await policy.publish({ reason, publish_at });
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
    expect((await policy.open()).draft?.publish_at).toBeNull();
  }
});

it('loading the content files does not overwrite the policies that editors have published', async () => {
  const kept = await previewLoad();
  expect(kept).toEqual(
    expect.arrayContaining(['kept page terms', 'kept page privacy-policy', 'kept page booking-settings']),
  );
  expect(kept.every((change) => change.startsWith('kept '))).toBe(true);
});

it('the database refuses to change or delete a policy version that was in force', async () => {
  await expect(app.db.deleteFrom('policy_versions').execute()).rejects.toThrow();
  await expect(app.db.updateTable('policy_versions').set({ body: '{}' }).execute()).rejects.toThrow();
});
