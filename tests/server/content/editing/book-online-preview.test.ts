import { expect, it, vi } from 'vitest';
import type { ContentKind } from '../../../../contract/staff/content.ts';
import { previewDocument } from '../../../../server/content/editing/preview-document.ts';
import { render } from '../../../../src/app/entry-server.tsx';
import { startEditing } from './editor.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { app, demo, today, edit, begin } = await startEditing();
const origin = 'https://academy.example';
const listOf = <T>(value: unknown) => (Array.isArray(value) ? (value as T[]) : []);

const send: typeof fetch = async (input) => {
  const { body, statusCode, headers } = await app.server.inject({ method: 'GET', url: String(input) });
  return new Response(body, { status: statusCode, headers: headers as Record<string, string> });
};

/**
 * Previews a draft as the built site does. `groups` are the titles of the booking groups on the page, and `cards` the
 * titles of its courses or packages. Both are in the order of the page.
 */
async function preview(kind: ContentKind, id: string) {
  const renderPage = async (path: string) => (await render(origin + path, '', send, { isPreview: true })).app;
  const found = await previewDocument(app.db, { kind, id }, { contentDir: demo, renderPage, today });
  const main = /<main[\s\S]*<\/main>/.exec(found?.html ?? '')?.[0] ?? '';
  const [groups, cards] = [/<h2[^>]*>([^<]*)<\/h2>/g, /<h3[^>]*>([^<]*)<\/h3>/g].map((heading) =>
    [...main.matchAll(heading)].map(([, title]) => title),
  );
  return found && { page: found.page, main, groups, cards };
}

const listForVisitor = () => app.call('GET', '/api/booking-groups/booking-page?courseType=packages');

it('the preview of a booking group is the Book Online page with all groups and courses, which visitors see only after signing in', async () => {
  const group = await edit('booking-groups', '5');
  const { published } = await group.open();
  const codes = listOf<string>(published?.course_codes);
  await group.change({ title: 'Only in the preview', course_codes: codes.toReversed() });
  const shown = await preview('booking-groups', '5');
  expect(shown?.page).toBe('/course-booking?tab=individual');
  expect(shown?.groups).toEqual(expect.arrayContaining(['Bridge, radar and radio', 'Only in the preview']));
  expect(shown?.cards).toHaveLength(70);
  const names = await app.db.selectFrom('courses').select(['course_code', 'course_name']).execute();
  const nameOf = new Map(names.map(({ course_code, course_name }) => [course_code, course_name]));
  const [last, first] = [codes.at(-1) ?? '', codes[0] ?? ''].map((code) => nameOf.get(code)?.replaceAll('&', '&amp;'));
  expect(shown?.cards?.indexOf(last)).toBe((shown?.cards?.indexOf(first) ?? 0) - codes.length + 1);
  expect(await listForVisitor()).toMatchObject({ status: 401 });
  await group.post('discard', { revision: (await group.check()).revision });
});

it('the preview of a booking group opens the Course Packages tab of Book Online if the draft changes only the group’s packages', async () => {
  const group = await edit('booking-groups', '4');
  const { published } = await group.open();
  expect((await preview('booking-groups', '4'))?.page).toBe('/course-booking?tab=individual');
  await group.change({ package_ids: [...listOf<number>(published?.package_ids), 810] });
  const shown = await preview('booking-groups', '4');
  expect(shown?.page).toBe('/course-booking?tab=packages');
  expect(shown?.groups).toContain(published?.title);
  await group.post('discard', { revision: (await group.check()).revision });
});

it('a booking group without courses and packages has no preview', async () => {
  const id = await begin('booking-groups');
  const group = await edit('booking-groups', id);
  await group.change({ title: 'Empty', description: 'Nothing yet.' });
  expect(await preview('booking-groups', id)).toBeNull();
});

it('the preview of a package is the Book Online page, with the changed package first and all other packages after it', async () => {
  const bundle = await edit('packages', '806');
  await bundle.change({ package_name: 'Engine room, all of it', discounts: [] });
  const shown = await preview('packages', '806');
  expect(shown?.page).toBe('/course-booking?package=806');
  expect(shown?.cards?.[0]).toBe('Engine room, all of it');
  expect(shown?.cards).toHaveLength(10);
  expect(shown?.groups).toContain('Engine room');
  await bundle.post('discard', { revision: (await bundle.check()).revision });
});

it('a package that no booking group names is previewed on the page of its first course', async () => {
  const { published } = await (await edit('packages', '806')).open();
  const id = await begin('packages');
  const bundle = await edit('packages', id);
  await bundle.change({ ...published, package_name: 'Not in a group yet', discounts: [] });
  const shown = await preview('packages', id);
  expect(shown?.page).toMatch(/^\/course-booking\/[a-z0-9-]+-\d+$/);
  expect(shown?.main).toContain('Not in a group yet');
});

it('while an editor’s preview of Book Online is rendered, visitors must still sign in to see the page', async () => {
  const { promise: isFinished, resolve: finish } = Promise.withResolvers<void>();
  const { promise: isRendering, resolve: begun } = Promise.withResolvers<number>();
  const renderPage = async () => {
    begun((await listForVisitor()).status);
    await isFinished;
    return '';
  };
  const options = { contentDir: demo, renderPage, today };
  const previewed = previewDocument(app.db, { kind: 'packages', id: '806' }, options);
  expect(await isRendering).toBe(200);
  expect((await listForVisitor()).status).toBe(401);
  finish();
  await previewed;
});
