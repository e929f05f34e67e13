import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cartOf, packageLine } from '../../cart/carts.ts';
import { batch } from '../../catalogue/academy.ts';
import { advance, button, choose, offered, openBookingPage, pack, press } from '../open-booking-page.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function showBatches(): Promise<void> {
  const details = screen.getByText('Show courses and batches').closest('details');
  if (!details) throw new Error('The package has no list of courses');
  details.open = true;
  fireEvent(details, new Event('toggle'));
  await advance(0);
}

it('a package card shows course count, duration, price without decimals, struck price and discount', async () => {
  await openBookingPage();
  const card = screen.getByRole('heading', { name: 'Basic Safety Pack' }).closest('li');
  for (const text of ['2 courses', '12 days', '₹12,956', '₹14,396', '10% off', 'All that the first ship asks for.'])
    expect(card?.textContent).toContain(text);
});

describe('choosing the batches of a package', () => {
  it('a package can be added to the cart once every course has a batch', async () => {
    const { submitted, toasts } = await openBookingPage();
    expect(screen.getByText('0 of 2 selected')).toBeTruthy();
    expect(button('Select 2 More Course(s)')).toBeTruthy();
    await showBatches();
    choose('Survival Techniques', 4010);
    expect(screen.getByText('1 of 2 selected')).toBeTruthy();
    expect(button('Select 1 More Course(s)')).toBeTruthy();
    choose('Elementary First Aid', 4020);
    expect(screen.getByText('2 of 2 selected')).toBeTruthy();
    expect(screen.getAllByText('20 seats left')).toHaveLength(2);
    await press('Add Package');
    expect(submitted).toMatchObject([
      {
        kind: 'cart.add',
        title: 'Basic Safety Pack',
        quotedPrice: 12956.4,
        payload: {
          type: 'package',
          package_id: 801,
          batches: [
            { course_id: 401, batch_id: 4010 },
            { course_id: 402, batch_id: 4020 },
          ],
        },
      },
    ]);
    expect(button('Added')).toBeTruthy();
    expect(toasts).toEqual([{ message: 'Item added to cart', time: 2000 }]);
    await advance(2000);
    expect(button('Add Package')).toBeTruthy();
  });

  it('a course whose batch is deselected counts as missing in its package again', async () => {
    await openBookingPage();
    await showBatches();
    choose('Survival Techniques', 4010);
    fireEvent.change(screen.getByLabelText('Batch of Survival Techniques'), { target: { value: '' } });
    expect(button('Select 2 More Course(s)')).toBeTruthy();
  });

  it('adding an incomplete package names what is missing and focuses the first empty selector', async () => {
    const { submitted } = await openBookingPage();
    await press('Select 2 More Course(s)');
    expect(screen.getByRole('alert').textContent).toContain('Please select batches for all courses');
    expect(document.activeElement).toBe(screen.getByLabelText('Batch of Survival Techniques'));
    expect(submitted).toEqual([]);
    choose('Survival Techniques', 4010);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

it('a package with a course without bookable batches names that course and the admissions phone', async () => {
  const courses = [
    offered(401, 'Survival Techniques'),
    offered(402, 'Elementary First Aid', [batch({ available: 0 })]),
  ];
  await openBookingPage({ packages: [{ ...pack, courses }] });
  const note = screen.getByText(/This package can't be booked now/);
  expect(note.textContent).toContain('Elementary First Aid');
  expect(note.textContent).not.toContain('Survival Techniques');
  expect(note.textContent).toContain('98765 40001');
  expect(screen.queryByRole('button', { name: /Select|Add/ })).toBeNull();
});

it('the card of a package that is in the cart links to the cart instead of offering to add it', async () => {
  await openBookingPage({ cart: cartOf([packageLine()]) });
  expect(screen.getByRole('link', { name: 'View cart: Basic Safety Pack' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Select/ })).toBeNull();
});
