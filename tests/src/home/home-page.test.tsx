import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { HomePage } from '../../../src/home/home-page.tsx';
import { renderInPage } from '../../support/in-page.tsx';
import { today } from '../catalogue/academy.ts';
import { home, homeServer, newest } from './home-world.ts';

const open = (answers: Parameters<typeof homeServer>[0]) =>
  renderInPage(<HomePage today={today} />, { api: homeServer(answers).api });

it('leads to the courses and to Book Online, and shows the approvals with their logos', async () => {
  await open({ home, news: newest });
  expect(await screen.findByRole('heading', { level: 1, name: 'To sea' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Explore Courses' }).getAttribute('href')).toBe('/courses-list');
  expect(screen.getByRole('link', { name: 'Book Online' }).getAttribute('href')).toBe('/course-booking');
  const approval = screen.getByText('ISO 9001:2015').closest('li');
  expect(approval?.querySelector('img')?.getAttribute('src')).toBe('/iso.svg');
});

it('announces the new course beside the notices, with four numbers of admissions that can be called', async () => {
  await open({ home, news: newest });
  const panel = within(await screen.findByRole('complementary', { name: 'New: simulator course' }));
  expect(panel.getByText('3 days')).toBeTruthy();
  const calls = panel.getAllByRole('link', { name: /^98765/ }).map((link) => link.getAttribute('href'));
  expect(calls).toEqual(['tel:9876540001', 'tel:9876540002', 'tel:9876540003', 'tel:9876540004']);
  expect(panel.getByRole('link', { name: 'See the course' }).getAttribute('href')).toBe(
    '/course-booking/simulator-427',
  );
});

it('lists three categories with at most four courses each, by order, and leads to the category', async () => {
  await open({ home, news: newest });
  expect(await screen.findByRole('heading', { name: 'Explore Our Courses' })).toBeTruthy();
  const card = within(await screen.findByRole('region', { name: 'Pre-Sea' }));
  const names = card.getAllByRole('listitem').map((item) => within(item).getByRole('link').textContent);
  expect(names).toEqual(['Course 1', 'Course 2', 'Course 3', 'Course 4']);
  const ways = screen.getAllByRole('link', { name: /^Explore More/ }).map((link) => link.getAttribute('href'));
  expect(ways).toEqual(['/courses/pre-sea-courses', '/courses/post-sea-courses', '/courses/management-courses']);
});

it('keeps its ways on and says what happened where its content did not come', async () => {
  await open({ news: newest });
  const alert = await screen.findByRole('alert', {}, { timeout: 3000 });
  expect(alert.textContent).toContain('Notices and courses could not be loaded.');
  expect(screen.queryByText('Loading courses')).toBeNull();
  expect(screen.getByRole('link', { name: 'Explore Courses' })).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Post 1' })).toBeTruthy();
});

it('does without the blocks that an academy leaves out', async () => {
  const { panel: _, about: __, offshore: ___, ...rest } = home;
  await open({ home: rest, news: newest });
  expect(await screen.findByRole('link', { name: 'Post 1' })).toBeTruthy();
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Explore Our Courses',
    'From our blog',
    'Events',
  ]);
});
