import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
// The page loads this module lazily. Import it first, so that its load time does not count towards test timeouts.
import '../../../src/home/lower/lower-sections.tsx';
import { contentQueries } from '../../../src/content/content.queries.ts';
import { HomePage } from '../../../src/home/home-page.tsx';
import { renderInPage } from '../../support/in-page.tsx';
import { yearlyPrice, yearlyTexts } from '../../support/yearly-price.ts';
import { today } from '../catalogue/academy.ts';
import { home, homeServer, newest } from './home-fixtures.ts';

const open = (answers: Parameters<typeof homeServer>[0]) =>
  renderInPage(<HomePage today={today} />, { api: homeServer(answers).api });

// React shows a lazy part at least 300 ms after its fallback, so the default timeout of one second may be too short.
const findFirstPost = () => screen.findByRole('link', { name: 'Post 1' }, { timeout: 10_000 });

it('Home links to the courses list and to Book Online, and shows the academy’s approvals with their logos', async () => {
  await open({ home, news: newest });
  expect(await screen.findByRole('heading', { level: 1, name: 'To sea' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Explore Courses' }).getAttribute('href')).toBe('/courses-list');
  expect(screen.getByRole('link', { name: 'Book Online' }).getAttribute('href')).toBe('/course-booking');
  const approval = screen.getByText('ISO 9001:2015').closest('li');
  expect(approval?.querySelector('img')?.getAttribute('src')).toBe('/iso.svg');
});

it('Home announces a new course with a link to it and four phone numbers of admissions', async () => {
  await open({ home, news: newest });
  const panel = within(await screen.findByRole('complementary', { name: 'New: simulator course' }));
  expect(panel.getByText('3 days')).toBeTruthy();
  const calls = panel.getAllByRole('link', { name: /^98765/ }).map((link) => link.getAttribute('href'));
  expect(calls).toEqual(['tel:9876540001', 'tel:9876540002', 'tel:9876540003', 'tel:9876540004']);
  expect(panel.getByRole('link', { name: 'See the course' }).getAttribute('href')).toBe(
    '/course-booking/simulator-427',
  );
});

it('Home lists three categories, each with at most four courses and a link to the category', async () => {
  await open({ home, news: newest });
  expect(await screen.findByRole('heading', { name: 'Explore Our Courses' })).toBeTruthy();
  const card = within(await screen.findByRole('region', { name: 'Pre-Sea' }));
  const names = card.getAllByRole('listitem').map((item) => within(item).getByRole('link').textContent);
  expect(names).toEqual(['Course 1', 'Course 2', 'Course 3', 'Course 4']);
  const links = screen.getAllByRole('link', { name: /^Explore More/ }).map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/courses/pre-sea-courses', '/courses/post-sea-courses', '/courses/management-courses']);
});

it('for a course with yearly fees, Home shows the fee of year 1, the total and that the hostel is included', async () => {
  const [card, ...others] = home.cards;
  if (!card) throw new Error('The home page has no cards');
  const courses = card.courses.map((course) => ({ ...course, price: yearlyPrice }));
  await open({ home: { ...home, cards: [{ ...card, courses }, ...others] }, news: newest });
  const region = await screen.findByRole('region', { name: 'Pre-Sea' });
  for (const text of yearlyTexts) expect(within(region).getAllByRole('listitem')[0]?.textContent).toContain(text);
});

it('when the content of Home cannot be loaded, Home shows an error, its links and the blog posts', async () => {
  await open({ news: newest });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Notices and courses could not be loaded.');
  expect(screen.queryByText('Loading courses')).toBeNull();
  expect(screen.getByRole('link', { name: 'Explore Courses' })).toBeTruthy();
  expect(await findFirstPost()).toBeTruthy();
});

it('Home shows no error when content that it already shows cannot be refreshed', async () => {
  const { queryKey } = contentQueries.home();
  const { queryClient } = await renderInPage(<HomePage today={today} />, {
    api: homeServer({ news: newest }).api,
    prepare: (client) => client.setQueryData(queryKey, home, { updatedAt: 1 }),
  });
  await waitFor(() => expect(queryClient.getQueryState(queryKey)?.status).toBe('error'));
  expect(await screen.findByRole('region', { name: 'Pre-Sea' })).toBeTruthy();
  expect(screen.queryByText('Notices and courses could not be loaded.')).toBeNull();
});

it('Home leaves out the sections for which the academy has no content', async () => {
  const { panel: _, about: __, offshore: ___, ...rest } = home;
  await open({ home: rest, news: newest });
  expect(await findFirstPost()).toBeTruthy();
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Explore Our Courses',
    'From our blog',
    'Events',
  ]);
});
