import { expect, it, vi } from 'vitest';
import type { Redirect } from '../../../../contract/redirects.ts';
import { startEditing } from './editor.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { app, edit: editAny, previewLoad, exportsUnchanged } = await startEditing();
const edit = (id: string) => editAny('menus', id);

type Item = { id?: number; parent_id: number | null; label: string; url: string };
const newItem = { parent_id: null, url: '/events', is_active: true, has_mega_menu: false, mega_menu: null };

it('an entry that an editor adds to the header menu gets an id and is shown to visitors', async () => {
  const header = await edit('header');
  const items = (await header.open()).published?.items as Item[];
  await header.change({ items: [...items, { ...newItem, label: 'Open days' }] });
  expect((await header.publish()).status).toBe(200);
  app.clock.advance(2000);
  const { body } = await app.call('GET', '/api/cms/header');
  const shown = (body as { data: { items: Item[] } }).data.items.find(({ label }) => label === 'Open days');
  expect(shown?.id).toBe(Math.max(...items.map(({ id }) => Number(id))) + 1);
});

it('a menu entry with a script URL is refused, and the error names the entry', async () => {
  const footer = await edit('footer');
  const links = (await footer.open()).published?.quicklinks as object[];
  await footer.change({ quicklinks: [...links, { label: 'Prize', url: 'javascript:alert(1)' }] });
  expect((await footer.check()).faults).toMatchObject([{ path: `quicklinks.${links.length}.url` }]);
  expect((await footer.publish()).status).toBe(422);
});

it('a redirect that an editor publishes is returned by the API call for redirects', async () => {
  const document = await edit('redirects');
  const redirects = (await document.open()).published?.redirects as Redirect[];
  await document.change({ redirects: [...redirects, { from: '/open-day-2025/', to: '/events' }] });
  expect((await document.publish()).status).toBe(200);
  app.clock.advance(2000);
  const { body } = await app.call('GET', '/api/cms/redirects');
  expect((body as { data: Redirect[] }).data).toContainEqual({ from: '/open-day-2025/', to: '/events' });
});

it.each([
  ['another site', { from: '/prize', to: 'https://evil.example' }, 'to'],
  ['another site without a protocol', { from: '/prize', to: '//evil.example' }, 'to'],
  ['another site by a backslash', { from: '/prize', to: '/\\evil.example' }, 'to'],
  ['itself', { from: '/loop', to: '/LOOP/' }, 'to'],
  ['an address that is redirected on', { from: '/chain', to: '/btech' }, 'to'],
])(
  'a redirect to a forbidden target (%s) is refused, and the error names the field of the target',
  async (_, redirect, field) => {
    expect(await faultOf(redirect)).toMatch(new RegExp(`^redirects\\.\\d+\\.${field}$`));
  },
);

it.each([
  '/terms',
  '/',
  '/staff',
  '/staff/orders',
  '/api/health',
  '/certificates/1',
  '/blogs',
  '/course-booking/checkout/review',
])('a redirect from the address %s, which the site already uses, is refused', async (from) => {
  expect(await faultOf({ from, to: '/contact-us' })).toMatch(/^redirects\.\d+\.from$/);
});

/** The field of the first fault in a draft that adds this redirect to the published redirects. */
async function faultOf(redirect: Redirect): Promise<string | undefined> {
  const document = await edit('redirects');
  const redirects = (await document.open()).published?.redirects as Redirect[];
  await document.change({ redirects: [...redirects, redirect] });
  return (await document.check()).faults[0]?.path;
}

it('loading content keeps the menus and redirects that editors have published, and loading an export of the content changes nothing', async () => {
  expect(await previewLoad()).toEqual(['kept page header', 'kept page redirects']);
  await exportsUnchanged();
});
