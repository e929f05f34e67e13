import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cartOf, packageLine } from '../../cart/carts.ts';
import { batch } from '../../catalogue/academy.ts';
import { enrolment } from '../../student/courses/enrolments.ts';
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
  await advance(30);
}

it('a package card shows the number of courses, the duration, the price without decimals, the old price and the discount', async () => {
  await openBookingPage();
  const card = screen.getByRole('heading', { name: 'Basic Safety Pack' }).closest('li');
  for (const text of ['2 courses', '12 days', '₹12,956', '₹14,396', '10% off', 'All that the first ship asks for.'])
    expect(card?.textContent).toContain(text);
});

describe('choosing the batches of a package', () => {
  it('a package can be added to the cart once every one of its courses has a chosen batch', async () => {
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
        shownPrice: { main: 12956.4, struck: 14396, percent_off: 10 },
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
    expect(screen.getByLabelText<HTMLSelectElement>('Batch of Survival Techniques').disabled).toBe(true);
    expect(toasts).toEqual([{ message: 'Item added to cart', time: 2000 }]);
    await advance(2000);
    expect(button('Add Package')).toBeTruthy();
    expect(screen.getByLabelText<HTMLSelectElement>('Batch of Survival Techniques').disabled).toBe(false);
  });

  it('after the batch of a course in a package is deselected, the package card asks for a batch of that course again', async () => {
    await openBookingPage();
    await showBatches();
    choose('Survival Techniques', 4010);
    choose('Elementary First Aid', 4020);
    expect(button('Add Package')).toBeTruthy();
    const firstAid = screen.getByLabelText('Batch of Elementary First Aid');
    fireEvent.change(firstAid, { target: { value: '' } });
    await press('Select 1 More Course(s)');
    expect(document.activeElement).toBe(firstAid);
  });

  it('the first press of “Select 2 More Course(s)” on a package card opens the list of courses and marks nothing as missing', async () => {
    await openBookingPage();
    await press('Select 2 More Course(s)');
    expect(document.activeElement).toBe(screen.getByLabelText('Batch of Survival Techniques'));
    expect(document.querySelector('[aria-invalid]')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('a second press of “Select 2 More Course(s)” on a package card asks for the missing batches and focuses the first empty selector', async () => {
    const { submitted } = await openBookingPage();
    await press('Select 2 More Course(s)');
    await press('Select 2 More Course(s)');
    expect(screen.getByRole('alert').textContent).toContain('Please select batches for all courses');
    expect(document.activeElement).toBe(screen.getByLabelText('Batch of Survival Techniques'));
    expect(submitted).toEqual([]);
    choose('Survival Techniques', 4010);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

it('the card of a package with a course that has no bookable batch names that course and the phone number of admissions', async () => {
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

it('the card of a package that is already in the cart links to the cart and has no add button', async () => {
  await openBookingPage({ cart: cartOf([packageLine()]) });
  expect(screen.getByRole('link', { name: 'View cart: Basic Safety Pack' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Select/ })).toBeNull();
});

describe('dates of a package that fit', () => {
  const days = (id: number, start_date: string, end_date: string) => batch({ id, batch_id: id, start_date, end_date });
  const survival = offered(401, 'Survival Techniques', [
    days(4010, '2026-12-01', '2026-12-03'),
    days(4011, '2026-12-08', '2026-12-10'),
  ]);
  const firstAid = offered(402, 'Elementary First Aid', [
    days(4020, '2026-12-03', '2026-12-05'),
    days(4021, '2026-12-11', '2026-12-13'),
  ]);
  const packages = [{ ...pack, courses: [survival, firstAid] }];
  const chosen = () =>
    ['Survival Techniques', 'Elementary First Aid'].map(
      (name) => screen.getByLabelText<HTMLSelectElement>(`Batch of ${name}`).value,
    );
  const earliest = /^Choose the earliest dates that fit/;

  it('one press of a button on a package card chooses the earliest dates on which the package’s courses do not clash', async () => {
    await openBookingPage({ packages });
    await press(earliest);
    expect(chosen()).toEqual(['4011', '4020']);
    expect(screen.getByText('All dates chosen: 3 Dec 2026 – 10 Dec 2026.')).toBeTruthy();
    expect(button('Add Package')).toBeTruthy();
    expect(screen.queryByText(/These dates clash/)).toBeNull();
  });

  it('the earliest dates chosen for a package avoid dates that the student has already booked', async () => {
    await openBookingPage({ packages, booked: [enrolment({ start_date: '2026-12-08', end_date: '2026-12-08' })] });
    await press(earliest);
    expect(chosen()).toEqual(['4010', '4021']);
  });

  it('a package card says when no dates of the package’s courses fit the student’s booked dates', async () => {
    await openBookingPage({ packages, booked: [enrolment({ start_date: '2026-12-01', end_date: '2026-12-31' })] });
    await press(earliest);
    expect(screen.getByText(/^No dates of these courses fit together/)).toBeTruthy();
    expect(button('Select 2 More Course(s)')).toBeTruthy();
  });

  it('the button “Choose earlier dates during your programme” of a package card chooses dates during a booked course of more than 90 days', async () => {
    const programme = { course_name: 'Diploma', start_date: '2026-08-01', end_date: '2026-12-05' };
    const after = offered(402, 'Elementary First Aid', [...firstAid.batches, days(4022, '2026-12-18', '2026-12-19')]);
    const booked = [
      enrolment(programme),
      enrolment({ batch_id: 901, start_date: '2026-12-11', end_date: '2026-12-12' }),
    ];
    await openBookingPage({ packages: [{ ...pack, courses: [survival, after] }], booked });
    await press(earliest);
    expect(chosen()).toEqual(['4011', '4022']);
    await press(/^Choose earlier dates during your programme/);
    expect(chosen()).toEqual(['4011', '4020']);
    expect(screen.getByText(/^These dates are during Diploma/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Choose earlier dates/ })).toBeNull();
  });

  it('if a package has no other dates, the button for the earliest dates chooses dates during a booked course of more than 90 days', async () => {
    const programme = { course_name: 'Diploma', start_date: '2026-08-01', end_date: '2027-07-31' };
    await openBookingPage({ packages, booked: [enrolment(programme)] });
    await press(earliest);
    expect(chosen()).toEqual(['4011', '4020']);
    expect(screen.getAllByText(/^These dates are during Diploma/)).toHaveLength(2);
  });

  it('when two courses of a package have a day in common, a warning names the clashing course and offers the nearest dates that fit', async () => {
    await openBookingPage({ packages });
    await showBatches();
    choose('Survival Techniques', 4010);
    choose('Elementary First Aid', 4020);
    await advance(0);
    const clash =
      'These dates clash with Survival Techniques (1 Dec 2026 – 3 Dec 2026), which is part of this package.';
    expect(screen.getByText(clash)).toBeTruthy();
    await press('Choose these dates for Elementary First Aid');
    expect(chosen()).toEqual(['4010', '4021']);
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Batch of Elementary First Aid' }));
    expect(screen.queryByText(/These dates clash/)).toBeNull();
  });
});
