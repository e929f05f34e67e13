import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FrameStudent } from '../../../../../src/site/frame-slots.ts';
import { asha, openSiteFrame } from '../../open-site-frame.tsx';

async function openDrawer(student?: FrameStudent, at = '/somewhere') {
  const { person } = await openSiteFrame(student ? { student, at } : { at });
  await person.click(screen.getByRole('button', { name: 'Menu' }));
  // React shows a lazy part at least 300 ms after its fallback, so the default timeout of one second may be too short.
  const dialog = await screen.findByRole('dialog', { name: 'Menu' }, { timeout: 10_000 });
  return { person, drawer: within(dialog) };
}

it('the mobile menu drawer of a visitor who is not signed in has the links Login and Book Online', async () => {
  const { drawer } = await openDrawer();
  expect(drawer.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
  expect(drawer.getByRole('link', { name: 'Book Online' }).getAttribute('href')).toBe('/course-booking');
});

it('the search link in the mobile menu drawer leads to the search page and closes the drawer', async () => {
  const { drawer, person } = await openDrawer();
  const search = drawer.getByRole('link', { name: 'Search' });
  expect(search.getAttribute('href')).toBe('/search');
  await person.click(search);
  expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull();
});

it.each([
  ['another page', '/somewhere'],
  ['the page that is already open', '/course-booking'],
  ['the page that is already open, with other search parameters', '/course-booking?tab=package'],
])('the mobile menu drawer closes when the visitor chooses a link to %s', async (_, at) => {
  const { drawer, person } = await openDrawer(undefined, at);
  await person.click(drawer.getByRole('link', { name: 'Book Online' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull());
});

it('the mobile menu drawer of a signed-in student has the link My Profile', async () => {
  const { drawer } = await openDrawer(asha);
  expect(drawer.getByRole('link', { name: 'My Profile' }).getAttribute('href')).toBe('/profile');
});

it('a mega menu item in the mobile menu drawer expands to an overview link and the links of all its columns', async () => {
  const { drawer, person } = await openDrawer();
  await person.click(drawer.getByText('One'));
  const links = within(drawer.getByText('One').closest('details') as HTMLElement).getAllByRole('link', {
    hidden: true,
  });
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['One overview', '/courses/pre-sea-courses'],
    ['Survival', '/course-booking/pst-401'],
    ['See the bridge', '/about-us'],
    ['See seats', '/course-booking'],
    ['Simulation', '/departments/details/3/simulation'],
    ['Radar', '/course-booking/radar-9'],
  ]);
});

it('a menu item with child pages in the mobile menu drawer expands to links to the active child pages', async () => {
  const { drawer } = await openDrawer();
  const group = within(drawer.getByText('Six').closest('details') as HTMLElement);
  expect(group.getByRole('link', { name: 'Below six', hidden: true }).getAttribute('href')).toBe('/blogs');
  expect(group.queryByText('Hidden below six')).toBeNull();
});

it('in the mobile menu drawer, only one menu item can be expanded at a time', async () => {
  const { drawer } = await openDrawer();
  const groups = drawer.getAllByRole('group').filter((group) => group.tagName === 'DETAILS');
  expect(groups.length).toBeGreaterThan(1);
  // With a shared name, opening one details element makes the browser close the others.
  expect(new Set(groups.map((group) => group.getAttribute('name')))).toEqual(new Set(['drawer-menu']));
  expect(drawer.getByRole('link', { name: 'Two' }).getAttribute('href')).toBe('/contact-us');
});
