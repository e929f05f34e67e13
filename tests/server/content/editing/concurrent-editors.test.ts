import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { readStaffSettings, setSetting } from '../../../../server/booking/settings-staff.repo.ts';
import { readDraft, scheduleDraft, updateDraft } from '../../../../server/content/editing/draft.repo.ts';
import { publishDueDrafts } from '../../../../server/content/editing/publish-due.ts';
import { contentLockKey } from '../../../../server/content/load/load-content.ts';
import type { Tx } from '../../../../server/db/schema.ts';
import { inTransaction } from '../../../../server/db/transactions/transaction.ts';
import { hire } from '../../../support/staff.ts';
import { untilWaiting } from '../../cli/staff.ts';
import { startEditing } from './editor.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { app, demo, today, edit } = await startEditing();
const colleague = await hire(app, 'editor');
const reason = 'as the board decided';

/** Opens a notice in the browsers of two editors. */
const openTwice = async (id: string) => [await edit('notices', id), await edit('notices', id, colleague)] as const;

/** Runs `work` in a transaction that stays open while `meanwhile` runs, and is committed when `meanwhile` resolves. */
async function holdOpen(work: (tx: Tx) => Promise<unknown>, meanwhile: () => Promise<void>): Promise<void> {
  const [done, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const transaction = inTransaction(app.db, async (tx) => {
    await work(tx);
    done.resolve();
    await release.promise;
  });
  await done.promise;
  await meanwhile().finally(() => release.resolve());
  await transaction;
}

describe('a draft that is begun from an outdated page', () => {
  it('saving a draft from an outdated page is refused if a colleague has published a new version in the meantime', async () => {
    const [mine, theirs] = await openTwice('1');
    const { published, published_hash } = await mine.open();
    await theirs.change({ title: 'Published by a colleague' });
    expect((await theirs.publish()).status).toBe(200);
    const typed = { ...published, content: '<p>Typed in an old tab.</p>' };
    const refused = await mine.save(0, typed, { published: published_hash });
    expect(refused).toMatchObject({ status: 409, body: { code: 'DRAFT_CHANGED', data: null } });
    expect((await mine.open()).draft).toBeNull();
    const kept = await mine.save(0, typed, { published: published_hash, base: published });
    expect(kept.status, kept.text).toBe(200);
    expect((await mine.check()).changed_meanwhile).toEqual([
      { path: 'title', label: 'Title', before: published?.title, after: 'Published by a colleague' },
    ]);
  });

  it('an editor who overwrites a colleague’s draft from an old browser tab sees, before publishing, which published changes would be undone', async () => {
    const [mine, theirs] = await openTwice('2');
    const { published, published_hash } = await mine.open();
    await theirs.change({ title: 'Published by a colleague' });
    expect((await theirs.publish()).status).toBe(200);
    await theirs.change({ content: '<p>The colleague’s next draft.</p>' });
    const typed = { ...published, content: '<p>Typed in an old tab.</p>' };
    const refused = await mine.save(0, typed, { published: published_hash });
    expect(refused.status).toBe(409);
    const { revision } = (refused.body as { data: { revision: number } }).data;
    const kept = await mine.save(revision, typed, { published: published_hash, base: published });
    expect(kept.status, kept.text).toBe(200);
    expect((await mine.check()).changed_meanwhile).toEqual([
      { path: 'title', label: 'Title', before: published?.title, after: 'Published by a colleague' },
    ]);
  });
});

it('an editor’s page that shows a discarded draft can neither change nor discard the draft that a colleague began later', async () => {
  const [mine, theirs] = await openTwice('3');
  await mine.change({ title: 'Mine' });
  const old = (await mine.open()).draft;
  expect((await theirs.post('discard', { revision: old?.revision })).status).toBe(200);
  await theirs.change({ title: 'Theirs' });
  const revision = old?.revision ?? 0;
  expect((await mine.save(revision, { ...old?.body, title: 'Mine again' })).status).toBe(409);
  expect((await mine.post('discard', { revision })).status).toBe(409);
  expect((await mine.open()).draft?.body).toMatchObject({ title: 'Theirs' });
});

it('removing a notice from the site is refused if a colleague saves a draft of the notice at the same moment', async () => {
  const [mine, theirs] = await openTwice('4');
  const holdLock = (tx: Tx) => sql`select pg_advisory_xact_lock(${contentLockKey})`.execute(tx);
  const removals: Promise<object>[] = [];
  await holdOpen(holdLock, async () => {
    removals.push(mine.post('remove', { revision: 0, reason }));
    await untilWaiting(app.db);
    await theirs.change({ title: 'Typed by a colleague' });
  });
  expect(await removals[0]).toMatchObject({
    status: 409,
    body: { code: 'DRAFT_CHANGED', data: { body: { title: 'Typed by a colleague' } } },
  });
  expect(await mine.open()).toMatchObject({
    published: { title: expect.anything() },
    draft: { body: { title: 'Typed by a colleague' } },
  });
});

it('saving or discarding a draft while a colleague takes it over is refused, and the refused save returns the colleague’s draft', async () => {
  const name = { kind: 'notices', id: '5' } as const;
  const mine = await edit(name.kind, name.id);
  await mine.change({ title: 'Mine' });
  const { draft } = await mine.open();
  const revision = draft?.revision ?? 0;
  const members = app.db.selectFrom('staff_members').select('id').where('email', '=', colleague.email);
  const { id: staffId } = await members.executeTakeFirstOrThrow();
  const theirs = { body: { ...draft?.body, title: 'Theirs' }, staffId, now: new Date(app.clock.now()) };
  const calls: Promise<object>[] = [];
  await holdOpen(
    (tx) => updateDraft(tx, name, theirs),
    async () => {
      calls.push(mine.save(revision, { ...draft?.body, title: 'Mine again' }), mine.post('discard', { revision }));
      await untilWaiting(app.db);
    },
  );
  const [saved, discarded] = await Promise.all(calls);
  expect(saved).toMatchObject({
    status: 409,
    body: { code: 'DRAFT_CHANGED', data: { revision: revision + 1, body: { title: 'Theirs' } } },
  });
  expect(discarded).toMatchObject({ status: 409, body: { code: 'DRAFT_CHANGED' } });
});

it('a draft that an editor schedules anew while its publication fails keeps the new time', async () => {
  const name = { kind: 'notices', id: '3' } as const;
  const notice = await edit(name.kind, name.id);
  await notice.change({ title: 'From noon' });
  const hour = 3_600_000;
  expect((await notice.publish({ publish_at: new Date(app.clock.now() + hour).toISOString() })).status).toBe(200);
  // The publication will fail, because the published notice has changed.
  await app.db.updateTable('notices').set({ position: 99 }).where('id', '=', 3).execute();
  app.clock.advance(hour);
  const at = new Date(app.clock.now() + hour);
  const schedule = async (tx: Tx) => {
    const draft = await readDraft(tx, name, true);
    const by = draft?.saved_by ?? '';
    await scheduleDraft(tx, name, { at, by, reason: undefined, mustAccept: true, base: null });
  };
  const work: Promise<unknown>[] = [];
  const holdLock = (tx: Tx) => sql`select pg_advisory_xact_lock(${contentLockKey})`.execute(tx);
  await holdOpen(holdLock, async () => {
    work.push(publishDueDrafts({ db: app.db, clock: app.clock, contentDir: demo }));
    await untilWaiting(app.db);
    work.push(inTransaction(app.db, schedule));
    await untilWaiting(app.db, 2);
  });
  await Promise.all(work);
  expect((await (await edit(name.kind, name.id)).open()).draft).toMatchObject({
    publish_at: at.toISOString(),
    publish_error: null,
  });
});

it('publishing booking terms does not undo a booking setting that is changed at the same moment', async () => {
  const terms = await edit('policies', 'booking-settings');
  await terms.change({ terms_title: 'Terms of the new year' });
  const closeBooking = async (tx: Tx) => {
    const settings = await readStaffSettings(tx, true);
    if (settings) await setSetting(tx, settings, { name: 'enable_booking', value: false, day: today });
  };
  const publications: Promise<{ status: number }>[] = [];
  await holdOpen(closeBooking, async () => {
    publications.push(terms.publish({ reason }));
    await untilWaiting(app.db);
  });
  expect((await publications[0])?.status).toBe(200);
  expect((await readStaffSettings(app.db, false))?.now).toMatchObject({
    enable_booking: false,
    terms_title: 'Terms of the new year',
  });
});
