import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cartOf, packageLine } from '../cart/carts.ts';
import { batch } from '../catalogue/academy.ts';
import { button, choose, offered, openCounter, pack, pass, press } from './open-counter.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function unfold(): Promise<void> {
  const details = screen.getByText('Show courses and batches').closest('details');
  if (!details) throw new Error('The package has no list of courses');
  details.open = true;
  fireEvent(details, new Event('toggle'));
  await pass(0);
}

it('shows course count, duration, price without decimals, struck price and badge', async () => {
  await openCounter();
  const card = screen.getByRole('heading', { name: 'Basic Safety Pack' }).closest('li');
  for (const text of ['2 courses', '12 days', '₹12,956', '₹14,396', '10% off', 'All that the first ship asks for.'])
    expect(card?.textContent).toContain(text);
});

describe('choosing', () => {
  it('counts what is chosen and what is left, and then adds', async () => {
    const { submitted, toasts } = await openCounter();
    expect(screen.getByText('0 of 2 selected')).toBeTruthy();
    expect(button('Select 2 More Course(s)')).toBeTruthy();
    await unfold();
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
    await pass(2000);
    expect(button('Add Package')).toBeTruthy();
  });

  it('takes a choice back', async () => {
    await openCounter();
    await unfold();
    choose('Survival Techniques', 4010);
    fireEvent.change(screen.getByLabelText('Batch of Survival Techniques'), { target: { value: '' } });
    expect(button('Select 2 More Course(s)')).toBeTruthy();
  });

  it('pressed too early says what is missing and leads there', async () => {
    const { submitted } = await openCounter();
    await press('Select 2 More Course(s)');
    expect(screen.getByRole('alert').textContent).toContain('Please select batches for all courses');
    expect(document.activeElement).toBe(screen.getByLabelText('Batch of Survival Techniques'));
    expect(submitted).toEqual([]);
    choose('Survival Techniques', 4010);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

it('cannot be booked while one of its courses has no batch, and says which and whom to call', async () => {
  const courses = [
    offered(401, 'Survival Techniques'),
    offered(402, 'Elementary First Aid', [batch({ available: 0 })]),
  ];
  await openCounter({ packages: [{ ...pack, courses }] });
  const note = screen.getByText(/This package can't be booked now/);
  expect(note.textContent).toContain('Elementary First Aid');
  expect(note.textContent).not.toContain('Survival Techniques');
  expect(note.textContent).toContain('98765 40001');
  expect(screen.queryByRole('button', { name: /Select|Add/ })).toBeNull();
});

it('says that it is in the cart', async () => {
  await openCounter({ cart: cartOf([packageLine()]) });
  expect(screen.getByRole('link', { name: 'View cart: Basic Safety Pack' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Select/ })).toBeNull();
});
