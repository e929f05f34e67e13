import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { batch } from '../../catalogue/academy.ts';
import { advance, button, choose, offered, openBookingPage, pack, press } from '../open-booking-page.tsx';

/** The JavaScript that the cards load lazily arrives when a test resolves `code`. */
const network = vi.hoisted(() => ({ code: Promise.withResolvers<void>(), requests: 0 }));
vi.mock('../../../../src/lib/lazy-part.ts', async (load) => ({
  ...(await load<object>()),
  loadPart: async (part: () => Promise<unknown>) => {
    network.requests++;
    await network.code.promise;
    return part();
  },
}));

beforeEach(() => {
  network.code = Promise.withResolvers();
  network.requests = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

// This test comes first, because the cards keep the loaded JavaScript.
it('choosing a batch on a course card shows the choice first, and loads the card’s JavaScript once the browser is idle', async () => {
  await openBookingPage({ at: '/course-booking?tab=individual' });
  choose('Fire Fighting', 4080);
  expect(screen.getByLabelText<HTMLSelectElement>('Batch of Fire Fighting').value).toBe('4080');
  expect(network.requests).toBe(0);
  await advance(30);
  expect(network.requests).toBe(1);
});

it('a press on the add button of a course card still counts when the card’s JavaScript finishes loading during the press', async () => {
  const { submitted } = await openBookingPage({ at: '/course-booking?tab=individual' });
  choose('Fire Fighting', 4080);
  const add = button('Add to cart');
  fireEvent.pointerDown(add);
  network.code.resolve();
  await advance(1000);
  expect(add.isConnected).toBe(true);
  fireEvent.pointerUp(add);
  await advance(100);
  expect(add.isConnected).toBe(true);
  fireEvent.click(add);
  await advance(0);
  expect(add.isConnected).toBe(false);
  expect(submitted).toMatchObject([{ payload: { type: 'course', course_id: 408, batch_id: 4080 } }]);
});

it('a package card says that its JavaScript is loading, and afterwards shows the button Add Package', async () => {
  const courses = [
    offered(401, 'Survival Techniques', [batch({ id: 4010, start_date: '2026-12-01', end_date: '2026-12-03' })]),
    offered(402, 'Elementary First Aid', [batch({ id: 4020, start_date: '2026-12-04', end_date: '2026-12-05' })]),
  ];
  await openBookingPage({ packages: [{ ...pack, courses }] });
  await press(/^Choose the earliest dates that fit/);
  expect(screen.getByText('Loading…')).toBeTruthy();
  await press('Select 2 More Course(s)');
  await advance(3000);
  expect(screen.getByText('The courses will load when the connection is back.')).toBeTruthy();
  expect(screen.queryByText('Loading…')).toBeNull();
  network.code.resolve();
  // The loaded controls appear first. Then they load the dates that the student has booked or has in the cart.
  await advance(0);
  await advance(0);
  expect(button('Add Package')).toBeTruthy();
  expect(screen.queryByText(/^The courses will load/)).toBeNull();
});
