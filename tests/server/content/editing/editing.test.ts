import { describe, expect, it, vi } from 'vitest';
import type { ContentBody } from '../../../../contract/staff/content.ts';
import { previewDocument } from '../../../../server/content/editing/preview-document.ts';
import { publishDueDrafts } from '../../../../server/content/editing/publish-due.ts';
import { hour } from '../../../support/clock.ts';
import type { Answered } from '../../../support/server.ts';
import { hire } from '../../../support/staff.ts';
import { startEditing } from './editor.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { app, demo, today, editor, edit, begin, previewLoad, exportsUnchanged } = await startEditing();
const colleague = await hire(app, 'editor');

type Notice = { id: number; title: string; content: string };
async function shownNotices(): Promise<Notice[]> {
  app.clock.advance(2000);
  const { body } = await app.call('GET', '/api/cms/home');
  return (body as { data: { notices: Notice[] } }).data.notices;
}

/** The revision number in a response: that of the saved draft or, if saving was refused, of the stored draft. */
const revisionIn = ({ body }: Answered) => (body as { data: { revision: number } }).data.revision;

describe('a draft', () => {
  it('a draft of a notice changes nothing on the site until the draft is published, and the audit log records the publisher', async () => {
    const notice = await edit('notices', '1');
    const { published } = await notice.open();
    await notice.change({ title: 'Simulator closed on Friday' });
    expect((await shownNotices()).map(({ title }) => title)).not.toContain('Simulator closed on Friday');
    const { changes, faults } = await notice.check();
    expect(faults).toEqual([]);
    expect(changes).toEqual([
      { path: 'title', label: 'Title', before: published?.title, after: 'Simulator closed on Friday' },
    ]);
    expect((await notice.publish()).status).toBe(200);
    expect((await shownNotices()).map(({ title }) => title)).toContain('Simulator closed on Friday');
    expect(await notice.open()).toMatchObject({ draft: null, published: { title: 'Simulator closed on Friday' } });
    const entry = await app.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('subject', '=', 'content:notices/1')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      command: 'content publish',
      staff_id: editor.id,
      before: { title: published?.title },
    });
  });

  it('an incomplete draft of a notice can be saved but not published, and its errors are reported by field', async () => {
    const notice = await edit('notices', '2');
    const { published } = await notice.open();
    const { expires: _, ...rest } = published ?? {};
    expect((await notice.save(0, { ...rest, title: '', content: '<p>Safe<script>alert(1)</script></p>' })).status).toBe(
      200,
    );
    expect((await notice.check()).faults).toEqual([
      { path: 'title', label: 'Title', reason: 'is empty' },
      { path: 'expires', label: 'Shown until', reason: 'is missing; give a date like 2027-02-28' },
    ]);
    const refused = await notice.publish();
    expect(refused).toMatchObject({ status: 422, body: { code: 'CONTENT_FAULTS' } });
    await notice.change({ title: 'Tidy', expires: published?.expires });
    expect((await notice.publish()).status).toBe(200);
    expect((await shownNotices()).find(({ id }) => id === 2)?.content).toBe('<p>Safe</p>');
  });

  it('saving a draft returns 409 if another editor has changed the draft, but an editor can repeat an identical save', async () => {
    const [mine, theirs] = [await edit('notices', '3'), await edit('notices', '3', colleague)];
    const { published } = await mine.open();
    const first = { ...published, title: 'First' };
    const revision = revisionIn(await mine.save(0, first));
    expect((await mine.save(0, first)).body).toMatchObject({ data: { revision } });
    const refused = await theirs.save(0, { ...published, title: 'Second' });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'DRAFT_CHANGED', data: { revision, body: { title: 'First' } } },
    });
    const second = { ...published, title: 'Second' };
    for (const _repetition of [1, 2])
      expect((await theirs.save(revision, second)).body).toMatchObject({ data: { revision: revision + 1 } });
    expect((await mine.save(revision, first)).status).toBe(409);
    expect((await mine.post('discard', { revision })).status).toBe(409);
    expect((await mine.post('discard', { revision: revision + 1 })).status).toBe(200);
    expect((await mine.open()).draft).toBeNull();
  });

  it('the audit log records who created, took over and discarded a content draft, but not each save', async () => {
    const [mine, theirs] = [await edit('notices', '4'), await edit('notices', '4', colleague)];
    const { published } = await mine.open();
    const typed = (title: string) => ({ ...published, title });
    const revision = revisionIn(await mine.save(0, typed('Mine')));
    for (const saves of [1, 2]) await mine.save(revision + saves - 1, typed(`Mine ${saves}`));
    await theirs.save(revision + 2, typed('Theirs'));
    await theirs.save(revision + 3, typed('Theirs again'));
    expect((await mine.post('discard', { revision: revision + 4 })).status).toBe(200);
    const id = await begin('notices');
    const begun = (await (await edit('notices', id)).open()).draft?.revision;
    const entries = await app.db
      .selectFrom('audit_entries')
      .select(['actor', 'command', 'subject', 'before', 'after'])
      .where('command', 'like', 'content draft %')
      .where('subject', 'in', ['content:notices/4', `content:notices/${id}`])
      .orderBy('id')
      .execute();
    expect(entries).toMatchObject([
      { command: 'content draft create', subject: 'content:notices/4', before: null, after: { revision } },
      { command: 'content draft change', before: { revision: revision + 2 }, after: { revision: revision + 3 } },
      {
        command: 'content draft discard',
        before: { revision: revision + 4, body: { title: 'Theirs again' } },
        after: null,
      },
      { command: 'content draft create', subject: `content:notices/${id}`, before: null, after: { revision: begun } },
    ]);
    expect(entries[1]?.actor).toContain(colleague.email);
    expect(entries[2]?.actor).not.toContain(colleague.email);
    expect((await (await edit('notices', id)).post('discard', { revision: begun })).status).toBe(200);
  });

  it('publishing a content draft is refused if, since the editor checked it, the draft or the published page has changed', async () => {
    const page = await edit('pages', 'about', colleague);
    await page.change({ buttons: [] });
    const seen = await page.check();
    await app.db
      .updateTable('cms_documents')
      .set({
        body: JSON.stringify({ ...(await page.open()).published, buttons: [{ label: 'Ask', url: '/contact-us' }] }),
      })
      .where('key', '=', 'about')
      .execute();
    const body = { revision: seen.revision, published: seen.published, publish_at: null };
    expect((await page.post('publish', body)).body).toMatchObject({ code: 'PUBLISHED_CHANGED' });
    expect((await page.post('publish', { ...body, revision: 9 })).body).toMatchObject({ code: 'DRAFT_CHANGED' });
    const { changed_meanwhile } = await page.check();
    expect(changed_meanwhile).toHaveLength(1);
    expect((await page.publish()).status).toBe(200);
  });
});

describe('publishing', () => {
  it('a content draft that is scheduled for a time is published at that time and cannot be changed before', async () => {
    const notice = await edit('notices', '4');
    await notice.change({ title: 'From noon' });
    const at = new Date(app.clock.now() + hour).toISOString();
    expect((await notice.publish({ publish_at: new Date(app.clock.now() - 1).toISOString() })).body).toMatchObject({
      code: 'TIME_PASSED',
    });
    expect((await notice.publish({ publish_at: at })).status).toBe(200);
    expect((await notice.save(1, { title: 'Else' })).body).toMatchObject({ code: 'DRAFT_SCHEDULED' });
    const due = () => publishDueDrafts({ db: app.db, clock: app.clock, contentDir: demo });
    expect(await due()).toEqual({ attempted: 0, failures: [] });
    app.clock.advance(hour);
    expect(await due()).toEqual({ attempted: 1, failures: [] });
    expect((await shownNotices()).map(({ title }) => title)).toContain('From noon');
  });

  it('an outdated browser tab cannot discard, publish or remove a content draft that is scheduled for publication', async () => {
    const notice = await edit('notices', '3', colleague);
    await notice.change({ title: 'From one o’clock' });
    const { revision, published } = await notice.check();
    const publish_at = new Date(app.clock.now() + hour).toISOString();
    expect((await notice.publish({ publish_at })).status).toBe(200);
    const old = await edit('notices', '3');
    const scheduled = { status: 409, body: { code: 'DRAFT_SCHEDULED' } };
    expect(await old.post('discard', { revision })).toMatchObject(scheduled);
    expect(await old.post('publish', { revision, published, publish_at: null })).toMatchObject(scheduled);
    expect(await old.post('remove', { revision, reason: 'no longer true' })).toMatchObject(scheduled);
    expect((await old.open()).draft).toMatchObject({ revision, publish_at });
    app.clock.advance(hour);
    await publishDueDrafts({ db: app.db, clock: app.clock, contentDir: demo });
    expect((await shownNotices()).map(({ title }) => title)).toContain('From one o’clock');
  });

  it('a scheduled draft is not published, and shows the reason, if the published version has changed since it was scheduled', async () => {
    const notice = await edit('notices', '1');
    await notice.change({ title: 'Too late' });
    await notice.publish({ publish_at: new Date(app.clock.now() + hour).toISOString() });
    await app.db.updateTable('notices').set({ position: 99 }).where('id', '=', 1).execute();
    app.clock.advance(hour);
    const run = await publishDueDrafts({ db: app.db, clock: app.clock, contentDir: demo });
    expect(run).toEqual({ attempted: 1, failures: [] });
    expect((await (await edit('notices', '1')).open()).draft).toMatchObject({
      publish_at: null,
      publish_error: expect.stringContaining('was changed'),
    });
  });

  it('restoring an earlier version of a removed notice creates a draft, and publishing this draft brings the notice back', async () => {
    const admin = await hire(app, 'administrator');
    const notice = await edit('notices', '5', admin);
    const before = (await notice.open()).published;
    await notice.change({ title: 'Changed' });
    await notice.publish();
    expect((await notice.post('remove', { revision: 0, reason: 'no longer true' })).status).toBe(200);
    expect((await shownNotices()).map(({ id }) => id)).not.toContain(5);
    const versions = await notice.get<{ id: number; is_published: boolean }[]>('history');
    expect(versions.map(({ is_published }) => is_published)).toEqual([false, true]);
    expect((await notice.post('restore', { revision: 0, version: versions[1]?.id, state: 'before' })).status).toBe(200);
    expect((await notice.open()).draft?.body).toEqual(before);
    expect((await notice.publish()).status).toBe(200);
    expect((await notice.open()).published).toEqual(before);
  });

  it('restoring an earlier version of a notice returns 409 and keeps the draft if another editor has changed the draft', async () => {
    const [mine, theirs] = [await edit('notices', '2'), await edit('notices', '2', colleague)];
    await mine.change({ title: 'Published once' });
    expect((await mine.publish()).status).toBe(200);
    const [version] = await mine.get<{ id: number }[]>('history');
    const restoration = { version: version?.id, state: 'before' };
    await theirs.change({ title: 'Typed by a colleague' });
    const refused = await mine.post('restore', { revision: 0, ...restoration });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'DRAFT_CHANGED', data: { body: { title: 'Typed by a colleague' } } },
    });
    const revision = revisionIn(refused);
    expect((await mine.open()).draft).toMatchObject({ revision, body: { title: 'Typed by a colleague' } });
    expect((await mine.post('restore', { revision, ...restoration })).status).toBe(200);
    expect((await mine.open()).draft).toMatchObject({ revision: revision + 1, body: { title: 'Tidy' } });
    const entry = app.db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('command', '=', 'content restore');
    expect(await entry.orderBy('id', 'desc').executeTakeFirst()).toMatchObject({
      before: { revision, body: { title: 'Typed by a colleague' } },
      after: { revision: revision + 1, ...restoration },
    });
    expect((await mine.post('discard', { revision: revision + 1 })).status).toBe(200);
    const gone = await mine.post('restore', { revision: revision + 1, ...restoration });
    expect(gone).toMatchObject({ status: 409, body: { code: 'DRAFT_CHANGED', data: null } });
  });

  it('removing a notice from the site is refused if a colleague has saved a draft of the notice that the editor has not seen', async () => {
    const [mine, theirs] = [await edit('notices', '5'), await edit('notices', '5', colleague)];
    await theirs.change({ title: 'Typed by a colleague' });
    const reason = 'no longer true';
    const refused = await mine.post('remove', { revision: 0, reason });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'DRAFT_CHANGED', data: { body: { title: 'Typed by a colleague' } } },
    });
    const revision = revisionIn(refused);
    expect(await mine.open()).toMatchObject({ published: { title: expect.anything() }, draft: { revision } });
    expect((await mine.post('remove', { revision, reason })).status).toBe(200);
    const entries = await app.db
      .selectFrom('audit_entries')
      .select(['command', 'before'])
      .where('subject', '=', 'content:notices/5')
      .orderBy('id')
      .execute();
    expect(entries.slice(-3).map(({ command }) => command)).toEqual([
      ...['content draft create', 'content draft discard', 'content remove'],
    ]);
    expect(entries.at(-2)?.before).toMatchObject({ revision, body: { title: 'Typed by a colleague' } });
  });

  it('while one notice has an error, no correct notice can be published or removed, and the check names the notice with the error', async () => {
    const [broken, other] = [await edit('notices', '2'), await edit('notices', '3')];
    const { title: brokenTitle } = await broken.open();
    const days = { date: '2031-01-02', expiry_date: '2031-01-01' };
    await app.db.updateTable('notices').set(days).where('id', '=', 2).execute();
    await broken.change({ title: 'Corrected' });
    await other.change({ title: 'Beside the corrected one' });
    const reason = 'is before date; a notice is shown until the end of this day';
    expect((await broken.check()).faults).toEqual([{ path: 'expires', label: 'Shown until', reason }]);
    expect((await other.check()).faults).toEqual([{ path: '', label: `${brokenTitle}:`, reason }]);
    for (const notice of [broken, other]) expect((await notice.publish()).status).toBe(422);
    const removal = { revision: (await other.check()).revision, reason: 'no longer true' };
    expect((await other.post('remove', removal)).status).toBe(422);
    await broken.change({ date: '2026-01-01', expires: '2031-01-01' });
    for (const notice of [broken, other]) expect((await notice.publish()).status).toBe(200);
    expect((await shownNotices()).map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Corrected', 'Beside the corrected one']),
    );
  });

  it('two notices with errors can be corrected one after the other, and the check of each draft reports only the errors of its own notice', async () => {
    const [one, two] = [await edit('notices', '2'), await edit('notices', '3')];
    const days = { date: '2031-01-02', expiry_date: '2031-01-01' };
    await app.db.updateTable('notices').set(days).where('id', 'in', [2, 3]).execute();
    const reason = 'is before date; a notice is shown until the end of this day';
    await one.change({ title: 'First correction', expires: '2030-01-01' });
    expect((await one.check()).faults).toEqual([{ path: 'expires', label: 'Shown until', reason }]);
    await one.change({ date: '2026-01-01', expires: '2031-01-01' });
    expect((await one.check()).faults).toEqual([]);
    const published = await one.publish();
    expect(published.status, published.text).toBe(200);
    const stored = () =>
      app.db
        .selectFrom('notices')
        .select(['id', 'title'])
        .where('expiry_date', '=', '2031-01-01')
        .orderBy('id')
        .execute();
    expect((await stored())[0]).toEqual({ id: 2, title: 'First correction' });
    expect(await stored(), 'the other notice is as it was').toHaveLength(2);
    await two.change({ title: 'Second correction', date: '2026-01-01' });
    expect((await two.publish()).status).toBe(200);
    expect((await shownNotices()).map(({ title }) => title)).toEqual(
      expect.arrayContaining(['First correction', 'Second correction']),
    );
  });

  it('a new post that an editor publishes gets an id and can be read through the news API', async () => {
    const id = await begin('posts');
    const post = await edit('posts', id);
    const fields: ContentBody = {
      ...{ category_id: 7, slug: 'regatta', title: 'Regatta', excerpt: 'Boats.', content: '<p>Boats race.</p>' },
      ...{ date: '2026-01-01', time: '09:00', tags: ['boats'] },
      event: { start_date: '2027-02-01', end_date: '2027-02-02', place: 'Quay' },
    };
    await post.change(fields);
    expect((await post.check()).faults).toEqual([]);
    expect((await post.publish()).status).toBe(200);
    expect((await app.call('GET', `/wp-json/wp/v2/posts/${id}`)).body).toMatchObject({ slug: 'regatta' });
  });
});

it('the preview of a notice shows the draft to the editor, but not to visitors', async () => {
  const notice = await edit('notices', '4');
  await notice.change({ title: 'Only in the preview' });
  const renderPage = async () => (await app.call('GET', '/api/cms/home')).text;
  app.clock.advance(2000);
  const options = { contentDir: demo, renderPage, today };
  const preview = await previewDocument(app.db, { kind: 'notices', id: '4' }, options);
  expect(preview).toMatchObject({ page: '/', html: expect.stringContaining('Only in the preview') });
  expect((await app.call('GET', '/api/cms/home')).text).not.toContain('Only in the preview');
});

it('loading content keeps the pages and posts that editors have published, and loading an export of the edited content changes nothing', async () => {
  const page = await edit('pages', 'contact');
  const { published } = await page.open();
  const hero = { ...(published?.hero as object), title: 'Find us at the quay' };
  await page.change({ hero });
  await page.publish();
  const post = await edit('posts', '2201');
  await post.change({ title: 'Open campus', tags: ['open day'] });
  await post.publish();
  await (await edit('posts', '2202')).post('remove', { revision: 0, reason: 'cancelled' });
  const kept = await previewLoad();
  expect(kept.every((change) => change.startsWith('kept '))).toBe(true);
  expect(kept).toEqual(
    expect.arrayContaining([
      'kept page contact',
      expect.stringContaining('post 2201'),
      expect.stringContaining('post 2202'),
    ]),
  );
  await exportsUnchanged();
});
