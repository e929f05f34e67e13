import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { theme } from '../../../../src/app/theme/theme.ts';
import type { BookingContext } from '../../../../src/booking/booking-context.ts';
import { CourseFullDates } from '../../../../src/booking/waiting-list/full-dates.tsx';
import { batch } from '../../catalogue/academy.ts';
import { offered } from '../open-booking-page.tsx';

it('the fully booked dates of a course are loaded even if the student opened the list of dates before the page was hydrated', async () => {
  const booking = { today: '2026-11-20' } as BookingContext;
  const course = offered(408, 'Fire Fighting', [batch({ id: 4081, available: 0 })]);
  const dates = (
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider theme={theme} withCssVariables={false} env="test">
        <CourseFullDates course={course} preferredBatch={undefined} booking={booking} />
      </MantineProvider>
    </QueryClientProvider>
  );
  const container = document.createElement('div');
  container.innerHTML = renderToString(dates);
  const details = container.querySelector('details');
  if (!details) throw new Error('there is no disclosure');
  expect(details.open).toBe(false);
  details.open = true;
  // In development, React logs an error, because the element is open although the server rendered it closed.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const root = await act(async () => hydrateRoot(container, dates));
  onTestFinished(() => {
    act(() => root.unmount());
    vi.restoreAllMocks();
  });
  expect(details.open).toBe(true);
  // If another test file has loaded the code of the dates already, the page shows the dates instead of “Loading”.
  expect(details.textContent).toMatch(/Loading|When a seat becomes free/);
});
