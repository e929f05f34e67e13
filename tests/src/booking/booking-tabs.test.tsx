import { useSearch } from '@tanstack/react-router';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { BookingTab } from '../../../contract/booking-tabs.ts';
import { BookingTabs } from '../../../src/booking/booking-tabs.tsx';
import { renderInPage } from '../../support/in-page.tsx';
import { answering } from '../catalogue/academy.ts';

function Counter() {
  const { tab = 'packages' } = useSearch({ strict: false }) as { tab?: BookingTab };
  return (
    <BookingTabs tab={tab}>
      <p>Offers: {tab}</p>
    </BookingTabs>
  );
}

const openTab = () => screen.getByRole('tab', { selected: true }).textContent;
const press = (name: string, keys = {}) => fireEvent.click(screen.getByRole('tab', { name }), keys);

it('shows at once which tab was pressed, and opens it after that', async () => {
  const { router } = await renderInPage(<Counter />, { api: answering({}) });
  press('Individual Courses');
  expect(openTab()).toBe('Individual Courses');
  expect(screen.getByText('Offers: packages')).toBeTruthy();
  expect(await screen.findByText('Offers: individual')).toBeTruthy();
  expect(router.state.location.search).toEqual({ tab: 'individual' });
  expect(openTab()).toBe('Individual Courses');
});

it('stays with the tab that was pressed last', async () => {
  await renderInPage(<Counter />, { api: answering({}) });
  press('Individual Courses');
  press('Course Packages');
  expect(openTab()).toBe('Course Packages');
  await new Promise((settled) => setTimeout(settled, 100));
  expect(screen.getByText('Offers: packages')).toBeTruthy();
  expect(openTab()).toBe('Course Packages');
});

it('leaves a tab that is opened in another window to the browser', async () => {
  await renderInPage(<Counter />, { api: answering({}) });
  const stay = (event: Event) => event.preventDefault();
  document.addEventListener('click', stay);
  press('Individual Courses', { ctrlKey: true });
  document.removeEventListener('click', stay);
  expect(openTab()).toBe('Course Packages');
});
