import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { BatchChoices, BatchTrouble, Cart, CartItem } from '../../../contract/cart.ts';
import { paths } from '../../../contract/pages.ts';
import { quoteOf } from '../../../src/checkout/quote.ts';
import { type Answered, refusal, type SentCall } from '../../support/answers.ts';
import { packageLine } from '../cart/carts.ts';
import { type Answers, openCheckout } from './open-checkout.tsx';
import { cart, line, settings } from './orders.ts';

// Whole ways from the terms to a second order: long on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

const found = (data: unknown): Answered => ({ body: { statusCode: 200, data } });
const january = { id: 72, batch_id: 72, start_date: '2027-01-04', end_date: '2027-01-06' };
const pay = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Proceed to Payment' });
const accept = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Accept the changes' });
const batchOf = (course: string) => screen.findByRole<HTMLSelectElement>('combobox', { name: `Batch of ${course}` });
const changes = () => screen.findByRole('list', { name: 'What changed' });

function fire(change: { trouble?: BatchTrouble | null; batch?: object; price?: number } = {}): CartItem {
  const course = courseOf(line());
  const batch = { ...course.batch, ...change.batch };
  return line({ course: { ...course, batch, trouble: change.trouble ?? null }, price: { main: change.price ?? 5000 } });
}
const firstAid = line({ id: 8, course: { ...courseOf(line()), id: 8, course_name: 'First Aid' } });

function courseOf({ course }: CartItem) {
  if (!course) throw new Error('a line of a course');
  return course;
}

function cartWith(items: CartItem[]): Cart {
  const total = items.reduce((sum, { price }) => sum + price.main, 0);
  return cart({ items, totals: { subtotal: total, discount: 0, total } });
}

type World = {
  shown: Cart;
  after: Cart;
  refused?: Answered;
  choices?: BatchChoices[];
  answers?: Answers;
  /** What the terms are from the refusal on. */
  termsAfter?: string;
};

/** A review of `shown` whose order the server refuses once, since the cart is `after` by then. */
async function orderRefused({ shown, after, refused, choices = [], answers = {}, ...world }: World) {
  const now = { cart: shown, isRefused: false, terms_version: settings.terms_version };
  const told = {
    before: { ...quoteOf(shown), terms_version: settings.terms_version },
    after: { ...quoteOf(after), terms_version: settings.terms_version },
  };
  const opened = await openCheckout({
    at: paths.checkoutReview,
    answers: {
      'GET /api/cart': () => found(now.cart),
      'GET /api/cart/batches': found(choices),
      'GET /api/booking-groups/settings': () => found({ ...settings, terms_version: now.terms_version }),
      'POST /api/orders/create': (_: SentCall) => {
        if (now.isRefused) return found('again');
        now.isRefused = true;
        now.cart = after;
        now.terms_version = world.termsAfter ?? now.terms_version;
        return refused ?? refusal(409, 'CART_CHANGED', 'Changed.', told);
      },
      ...answers,
    },
  });
  await opened.person.click(await screen.findByRole('checkbox', { name: 'I accept the booking terms.' }));
  await opened.person.click(await pay());
  const orders = () => opened.sent.filter(({ url }) => url.startsWith('/api/orders/create'));
  return { ...opened, now, orders };
}

describe('an order that has changed', () => {
  it('shows price and total, old and new, and is ordered anew once they are accepted', async () => {
    const { person, orders } = await orderRefused({ shown: cart(), after: cartWith([fire({ price: 6000 })]) });
    const list = await changes();
    expect(list.textContent).toContain('Price was ₹5,000.00now ₹6,000.00');
    expect(list.querySelector('s')?.textContent).toBe('was ₹5,000.00');
    expect(screen.getByRole('alert').textContent).toContain('Nothing was charged.');
    expect(list.nextElementSibling?.textContent).toBe('Total was ₹5,000.00now ₹6,000.00');
    await person.click(await accept());
    expect((await pay()).disabled).toBe(false);
    await person.click(await pay());
    await waitFor(() => expect(orders()).toHaveLength(2));
    const [first, second] = orders();
    expect(second?.body).toMatchObject({ quote: { total: 6000 } });
    expect(second?.headers.get('idempotency-key')).not.toBe(first?.headers.get('idempotency-key'));
  });

  it('shows days that moved, and lets another batch be chosen or the line be removed', async () => {
    const moved = fire({ batch: { start_date: '2026-12-08', end_date: '2026-12-10' } });
    const choices = [{ course_id: 7, batches: [courseOf(moved).batch, { ...courseOf(moved).batch, ...january }] }];
    const swapped = cartWith([fire({ batch: january })]);
    const { person, sent } = await orderRefused({
      shown: cart(),
      after: cartWith([moved]),
      choices,
      answers: { 'PUT /api/cart/batch': found(swapped) },
    });
    expect((await changes()).textContent).toContain('was 1 Dec 2026 - 3 Dec 2026now 8 Dec 2026 - 10 Dec 2026');
    expect((await accept()).disabled).toBe(false);
    await waitFor(async () => expect(within(await batchOf('Fire Fighting')).getAllByRole('option')).toHaveLength(3));
    await person.selectOptions(await batchOf('Fire Fighting'), '72');
    await waitFor(async () => expect((await changes()).textContent).toContain('now 4 Jan 2027 - 6 Jan 2027'));
    const call = sent.find(({ method }) => method === 'PUT');
    expect(call?.body).toEqual({ item_type: 'course', course_id: 7, batch_id: 72 });
    expect(screen.getByRole('button', { name: 'Remove from order Fire Fighting' })).toBeTruthy();
  });

  it('names what came and what went', async () => {
    const { sent, person } = await orderRefused({
      shown: cart(),
      after: cartWith([firstAid]),
      answers: { 'DELETE /api/cart': found(cartWith([])) },
    });
    const list = await changes();
    const [gone, added] = within(list).getAllByRole('listitem');
    expect(gone?.textContent).toBe('Fire FightingIs no longer in your cart.');
    expect(added?.textContent).toContain('Was added to your cart meanwhile.');
    await person.click(screen.getByRole('button', { name: 'Remove from order First Aid' }));
    expect(await screen.findByText('Your cart is empty')).toBeTruthy();
    expect(sent.find(({ method }) => method === 'DELETE')?.body).toEqual({ item_type: 'course', course_id: 8 });
  });

  it('wants changed terms to be accepted again', async () => {
    const quote = quoteOf(cart());
    const terms = { before: { ...quote, terms_version: '2026-04' }, after: { ...quote, terms_version: '2026-05' } };
    const { person, orders } = await orderRefused({
      shown: cart(),
      after: cart(),
      refused: refusal(409, 'CART_CHANGED', 'Changed.', terms),
      termsAfter: '2026-05',
    });
    expect(await screen.findByText('The booking terms have changed. Please read and accept them again.')).toBeTruthy();
    await person.click(await accept());
    expect((await pay()).disabled).toBe(true);
    expect(screen.getByText('You must accept the Terms & Conditions')).toBeTruthy();
    await person.click(await screen.findByRole('checkbox', { name: 'I accept the booking terms.' }));
    await person.click(await pay());
    await waitFor(() => expect(orders()).toHaveLength(2));
    expect(orders()[1]?.body).toMatchObject({ terms_version: '2026-05' });
  });

  it('says so where everything is as it was again', async () => {
    const { person } = await orderRefused({ shown: cart(), after: cart() });
    expect(await screen.findByText('Your order is as you saw it again')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Continue' }));
    expect((await pay()).disabled).toBe(false);
  });

  it('leads back to the cart', async () => {
    const { person, router } = await orderRefused({ shown: cart(), after: cartWith([fire({ price: 6000 })]) });
    await person.click(await screen.findByRole('button', { name: 'Back to cart' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.cart));
  });
});

describe('a batch that is refused when the order is placed', () => {
  const full = (course_id: number, batch_id: number) =>
    refusal(409, 'BATCH_FULL', 'No seats are available for this batch.', { course_id, batch_id });
  const soldOut = cartWith([fire({ trouble: 'full' })]);
  const choices = [{ course_id: 7, batches: [{ ...courseOf(fire()).batch, ...january }] }];

  it('is decided in place: another batch, then the order goes on', async () => {
    const { person, orders } = await orderRefused({
      shown: cart(),
      after: soldOut,
      refused: full(7, 71),
      choices,
      answers: { 'PUT /api/cart/batch': found(cartWith([fire({ batch: january })])) },
    });
    expect(await screen.findByText('No seats available for this batch.')).toBeTruthy();
    expect((await accept()).disabled).toBe(true);
    expect(screen.getAllByText('Please update your cart to proceed booking.')).toHaveLength(1);
    await person.selectOptions(await batchOf('Fire Fighting'), '72');
    await waitFor(async () => expect((await accept()).disabled).toBe(false));
    await person.click(await accept());
    await person.click(await pay());
    await waitFor(() => expect(orders()).toHaveLength(2));
    expect(orders()[1]?.body).toMatchObject({ quote: { items: [{ batch_ids: [72] }] } });
  });

  it.each(['can be read', 'cannot be read'])('is told as booked already where the cart %s', async (reading) => {
    const after = cartWith([fire({ batch: { is_booked: true } })]);
    const booked = { course_id: 7, batch_id: 71 };
    let isRead = false;
    await orderRefused({
      shown: cart(),
      after,
      refused: refusal(409, 'ALREADY_BOOKED', 'You have already booked this batch.', booked),
      choices,
      answers: {
        'GET /api/cart': () => {
          if (!isRead) {
            isRead = true;
            return found(cart());
          }
          return reading === 'can be read' ? found(after) : 'no answer';
        },
      },
    });
    expect(await screen.findByText('You have already booked this batch.')).toBeTruthy();
    expect(await batchOf('Fire Fighting')).toBeTruthy();
    expect((await accept()).disabled).toBe(true);
  });

  it('keeps the decision and says why where the other batch has gone as well', async () => {
    const { person } = await orderRefused({
      shown: cart(),
      after: soldOut,
      refused: full(7, 71),
      choices,
      answers: { 'PUT /api/cart/batch': full(7, 72) },
    });
    await person.selectOptions(await batchOf('Fire Fighting'), '72');
    expect(await screen.findByText('No seats are available for this batch.')).toBeTruthy();
    expect((await accept()).disabled).toBe(true);
  });

  it('is one decision about a whole package', async () => {
    const { sent, person } = await orderRefused({
      shown: cartWith([packageLine(), line()]),
      after: cartWith([packageLine('full'), line()]),
      refused: full(402, 21),
      choices: [{ course_id: 402, batches: [] }],
      answers: { 'DELETE /api/cart': found(cartWith([line()])) },
    });
    const warning = 'One or more included course batch are no longer available. Please update your cart.';
    expect(await screen.findByText(warning)).toBeTruthy();
    expect(await screen.findByText(/A package is booked whole, so it can only be removed/)).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Remove from order Basic Safety Pack' }));
    expect(await screen.findByText('Is no longer in your cart.')).toBeTruthy();
    expect(sent.find(({ method }) => method === 'DELETE')?.body).toEqual({ item_type: 'package', package_id: 801 });
    expect((await accept()).disabled).toBe(false);
  });

  it('is known by the server’s word alone where the cart cannot be read', async () => {
    let isRead = false;
    await orderRefused({
      shown: cart(),
      after: soldOut,
      refused: full(7, 71),
      choices,
      answers: {
        'GET /api/cart': () => {
          if (isRead) return 'no answer';
          isRead = true;
          return found(cart());
        },
      },
    });
    expect(await screen.findByText('No seats available for this batch.')).toBeTruthy();
    expect(await batchOf('Fire Fighting')).toBeTruthy();
  });

  it('is decided before it is ordered where the screen can see it', async () => {
    const { sent } = await openCheckout({
      at: paths.checkoutReview,
      answers: { 'GET /api/cart': found(soldOut), 'GET /api/cart/batches': found(choices) },
    });
    expect(await screen.findByText('No seats available for this batch.')).toBeTruthy();
    expect((await accept()).disabled).toBe(true);
    expect(sent.some(({ url }) => url.startsWith('/api/orders/create'))).toBe(false);
  });

  it('cannot be swapped while offline, which is said, and a removal that nobody answers is not lost', async () => {
    const { person, line: connection } = await orderRefused({
      shown: cart(),
      after: soldOut,
      refused: full(7, 71),
      choices,
      answers: { 'DELETE /api/cart': 'no answer' },
    });
    await batchOf('Fire Fighting');
    connection.turn(false);
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.getByText('Batches can be changed when the connection is back.')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Remove from order Fire Fighting' }));
    expect(await screen.findByText('Network error! Try again')).toBeTruthy();
    expect((await accept()).disabled).toBe(true);
  });
});
