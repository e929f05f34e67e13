import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { BatchChoices, CartItem } from '../../../../contract/cart.ts';
import { refusal } from '../../../support/answers.ts';
import { batch } from '../../catalogue/academy.ts';
import { cartOf, courseLine, packageLine } from '../carts.ts';
import { openCart } from '../open-cart.tsx';

const january = { start_date: '2027-01-04', end_date: '2027-01-09' };
const chosen = batch();
const other = batch({ id: 2, batch_id: 2, ...january, available: 3 });
const fireChoices: BatchChoices[] = [{ course_id: 408, batches: [chosen, other] }];
const packageChoices: BatchChoices[] = [
  { course_id: 401, batches: [batch({ id: 11 }), batch({ id: 12, batch_id: 12, ...january })] },
  { course_id: 402, batches: [batch({ id: 22, batch_id: 22, ...january })] },
];

const batchOf = (course: string) => screen.findByRole<HTMLSelectElement>('combobox', { name: `Batch of ${course}` });
const fire = 'Advanced Fire Fighting';
const labels = (select: HTMLElement) =>
  within(select)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const lineOf = (name: string) => screen.getByRole('heading', { level: 2, name }).closest('li');

function swapped(): CartItem {
  const line = courseLine();
  return line.course ? { ...line, course: { ...line.course, batch: other } } : line;
}

describe('changing the batch of a cart line', () => {
  it('the batch of a cart line can be changed in place to another batch with seats', async () => {
    const { person, sent, toasts } = await openCart({
      choices: fireChoices,
      swap: { body: { statusCode: 200, data: cartOf([swapped()]) } },
    });
    const select = await batchOf(fire);
    await waitFor(() =>
      expect(labels(select)).toEqual([
        'Choose another batch',
        '1 Dec 2026 - 6 Dec 2026',
        '4 Jan 2027 - 9 Jan 2027 (3 left)',
      ]),
    );
    expect(select.value).toBe('1');
    expect(screen.getByText('20 seats left')).toBeTruthy();
    await person.selectOptions(select, '2');
    await waitFor(() => expect(toasts).toEqual(['Batch changed']));
    expect((await batchOf(fire)).value).toBe('2');
    expect(screen.getByText('Only 3 seats left')).toBeTruthy();
    const call = sent.find(({ method }) => method === 'PUT');
    expect(call?.body).toEqual({ item_type: 'course', course_id: 408, batch_id: 2 });
    expect(call?.headers.get('idempotency-key')).toMatch(/^[\da-f-]{36}$/);
  });

  it('the batch of each course in a package can be changed in the cart', async () => {
    const { person, sent } = await openCart({ cart: cartOf([packageLine()]), choices: packageChoices });
    await waitFor(async () => expect(labels(await batchOf('Survival Techniques'))).toHaveLength(3));
    await person.selectOptions(await batchOf('Survival Techniques'), '12');
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
        item_type: 'package',
        package_id: 801,
        course_id: 401,
        batch_id: 12,
      }),
    );
  });

  it.each([
    ['the server’s message', refusal(409, 'BATCH_FULL', 'No seats are available for this batch.'), /^No seats are/],
    ['a network error', 'no answer' as const, /^Network error! Try again$/],
    ['a server error', refusal(500, 'INTERNAL_ERROR', 'stack'), /^Internal server error$/],
  ])('a failed batch change shows %s beside the selector and leaves the old batch selected', async (_, swap, text) => {
    const { person, sent } = await openCart({ choices: fireChoices, swap });
    await waitFor(async () => expect(labels(await batchOf(fire))).toHaveLength(3));
    await person.selectOptions(await batchOf(fire), '2');
    const fault = await screen.findByText(text);
    const select = await batchOf(fire);
    expect(select.value).toBe('1');
    expect(select.getAttribute('aria-describedby')).toBe(fault.id);
    await waitFor(() => expect(sent.filter(({ url }) => url === '/api/cart').length).toBeGreaterThan(1));
  });

  it('the batch of a cart line cannot be changed while offline, and the line says why', async () => {
    await openCart({ choices: fireChoices, isOnline: false });
    expect(screen.getByText('1 Dec 2026 – 6 Dec 2026')).toBeTruthy();
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.getByText('You can change batches when the connection is back.')).toBeTruthy();
  });
});

describe('a cart line whose batch cannot be booked', () => {
  it('a cart line with a full batch asks the student to choose another batch or remove the course', async () => {
    const cart = cartOf([courseLine('full')]);
    const { person, sent } = await openCart({ cart, choices: [{ course_id: 408, batches: [other] }] });
    expect(await screen.findByText('Choose another batch, or remove the course.')).toBeTruthy();
    const select = await batchOf(fire);
    expect(select.value).toBe('');
    await person.selectOptions(select, '2');
    await waitFor(() => expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({ batch_id: 2 }));
  });

  it('a cart line with a batch that the student has already booked asks for another batch or the removal of the course', async () => {
    const cart = cartOf([courseLine('booked')]);
    await openCart({ cart, choices: [{ course_id: 408, batches: [other] }] });
    expect(await screen.findByText('Choose another batch, or remove the course.')).toBeTruthy();
    expect(labels(await batchOf(fire))).toEqual(['Choose another batch', '4 Jan 2027 - 9 Jan 2027 (3 left)']);
    expect(screen.getByRole('button', { name: `Remove ${fire}` })).toBeTruthy();
  });

  it('when no other batch has seats, the only choice for a cart line with a closed batch is to remove it', async () => {
    await openCart({ cart: cartOf([courseLine('closed')]), choices: [{ course_id: 408, batches: [] }] });
    const text = 'No other batch has seats, so the course can only be removed.';
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.getByRole('button', { name: `Remove ${fire}` })).toBeTruthy();
  });

  it('a cart line with a full batch offers a retry when the other batches of its course cannot be loaded', async () => {
    const { person, sent } = await openCart({
      cart: cartOf([courseLine('full')]),
      choices: refusal(403, 'FORBIDDEN'),
    });
    expect(await screen.findByText(/^Other batches could not be loaded/)).toBeTruthy();
    const batchRequests = () => sent.filter(({ url }) => url === '/api/cart/batches').length;
    const before = batchRequests();
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(batchRequests()).toBe(before + 1));
  });
});

describe('a package in the cart with a batch that cannot be booked', () => {
  it('a package in the cart with one full batch asks for another batch or the removal of the whole package', async () => {
    await openCart({ cart: cartOf([packageLine('full')]), choices: packageChoices });
    const line = lineOf('Basic Safety Pack');
    const advice = 'A package is booked whole: choose another batch, or remove the package.';
    expect(await screen.findByText(advice)).toBeTruthy();
    expect(line?.textContent).toContain('Elementary First Aid: no seats left');
    expect((await batchOf('Elementary First Aid')).value).toBe('');
    expect((await batchOf('Survival Techniques')).value).toBe('11');
    const removals = within(line ?? document.body).getAllByRole('button', { name: /^Remove/ });
    expect(removals.map(({ textContent }) => textContent)).toEqual(['Remove package Basic Safety Pack']);
  });

  it('when a course of a package in the cart has only full batches, the only choice is to remove the package', async () => {
    const choices = packageChoices.map((one) => (one.course_id === 402 ? { ...one, batches: [] } : one));
    await openCart({ cart: cartOf([packageLine('full')]), choices });
    const text =
      'No other batch of Elementary First Aid has seats. A package is booked whole, so it can only be removed.';
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Batch of Elementary First Aid' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Remove package Basic Safety Pack' })).toBeTruthy();
  });

  it('if a course of a package in the cart has no bookable batch left, the cart says that the package can only be removed', async () => {
    const line = packageLine('full');
    for (const part of line.package?.batches ?? []) part.trouble = 'closed';
    const choices = packageChoices.map((one) => (one.course_id === 402 ? { ...one, batches: [] } : one));
    await openCart({ cart: cartOf([line]), choices });
    expect(await screen.findByText(/so it can only be removed/)).toBeTruthy();
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});
