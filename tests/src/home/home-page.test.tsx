import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { HomePage } from '../../../src/home/home-page.tsx';
import { renderInPage } from '../../support/in-page.tsx';
import { answering, course, today } from '../catalogue/academy.ts';

const courses = Array.from({ length: 6 }, (_, place) => course({ id: place + 1, course_name: `Course ${place + 1}` }));
const home = {
  hero: { title: 'To sea', text: 'Courses.', approvals: [{ label: 'ISO 9001:2015', imageUrl: '/iso.svg' }] },
  notices: [],
  cards: [
    { category_id: 3, title: 'Pre-Sea', text: 'First ship.', courses },
    { category_id: 4, title: 'Post-Sea', text: 'Between contracts.', courses: [] },
  ],
};

it('leads to the courses and to Book Online, and shows the approvals', async () => {
  await renderInPage(<HomePage today={today} />, { api: answering({ home }) });
  expect(await screen.findByRole('heading', { level: 1, name: 'To sea' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Explore Courses' }).getAttribute('href')).toBe('/courses-list');
  expect(screen.getByRole('link', { name: 'Book Online' }).getAttribute('href')).toBe('/course-booking');
  expect(screen.getByText('ISO 9001:2015')).toBeTruthy();
});

it('lists at most four courses a card and leads to the category', async () => {
  await renderInPage(<HomePage today={today} />, { api: answering({ home }) });
  const card = within(await screen.findByRole('region', { name: 'Pre-Sea' }));
  expect(card.getAllByRole('listitem')).toHaveLength(4);
  expect(card.getByRole('link', { name: /^Explore More/ }).getAttribute('href')).toBe('/courses/pre-sea-courses');
});

it('keeps its ways on and says what happened where its content did not come', async () => {
  await renderInPage(<HomePage today={today} />, { api: answering({}) });
  const alert = await screen.findByRole('alert', {}, { timeout: 3000 });
  expect(alert.textContent).toContain('Notices and courses could not be loaded.');
  expect(screen.queryByText('Loading courses')).toBeNull();
  expect(screen.getByRole('link', { name: 'Explore Courses' })).toBeTruthy();
});
