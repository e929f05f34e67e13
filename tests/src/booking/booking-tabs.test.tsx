import { useSearch } from '@tanstack/react-router';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BookingTab } from '../../../contract/booking-tabs.ts';
import { BookingTabs } from '../../../src/booking/booking-tabs.tsx';
import { renderInPage } from '../../support/in-page.tsx';
import { apiWith } from '../catalogue/academy.ts';
import { advance } from './open-booking-page.tsx';

function Page() {
  const { tab = 'packages' } = useSearch({ strict: false }) as { tab?: BookingTab };
  return (
    <BookingTabs tab={tab}>
      <p>Offers: {tab}</p>
    </BookingTabs>
  );
}

const selectedTab = () => screen.getByRole('tab', { selected: true }).textContent;
const press = (name: string, keys = {}) => fireEvent.click(screen.getByRole('tab', { name }), keys);
/** More milliseconds than the animation frame and the timer after which a pressed tab opens its panel take together. */
const opening = 100;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a pressed tab of the Book Online page is selected at once, and its panel opens a moment later', async () => {
  const { router } = await renderInPage(<Page />, { api: apiWith({}) });
  press('Individual Courses');
  expect(selectedTab()).toBe('Individual Courses');
  expect(screen.getByText('Offers: packages')).toBeTruthy();
  await advance(opening);
  expect(screen.getByText('Offers: individual')).toBeTruthy();
  expect(router.state.location.search).toEqual({ tab: 'individual' });
  expect(selectedTab()).toBe('Individual Courses');
});

it('when two tabs of the Book Online page are pressed in a row, the last one stays selected', async () => {
  await renderInPage(<Page />, { api: apiWith({}) });
  press('Individual Courses');
  press('Course Packages');
  expect(selectedTab()).toBe('Course Packages');
  await advance(opening);
  expect(screen.getByText('Offers: packages')).toBeTruthy();
  expect(selectedTab()).toBe('Course Packages');
});

it('a Ctrl click on a tab of the Book Online page does not select the tab in the current window', async () => {
  await renderInPage(<Page />, { api: apiWith({}) });
  // Cancel the click, because jsdom cannot open the new window that a browser would open.
  const stopBrowser = (event: Event) => event.preventDefault();
  document.addEventListener('click', stopBrowser);
  press('Individual Courses', { ctrlKey: true });
  document.removeEventListener('click', stopBrowser);
  await advance(opening);
  expect(selectedTab()).toBe('Course Packages');
  expect(screen.getByText('Offers: packages')).toBeTruthy();
});
