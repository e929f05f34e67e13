import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { BatchChoices, BatchTrouble, Cart, CartItem } from '../../../../contract/cart.ts';
import { paths } from '../../../../contract/pages.ts';
import { quoteOf } from '../../../../machines/order-quote.ts';
import { type Answered, refusal, type SentCall } from '../../../support/answers.ts';
import { yearlyPrice } from '../../../support/yearly-price.ts';
import { packageLine } from '../../cart/carts.ts';
import { type Answers, openCheckout } from '../open-checkout.tsx';
import { cart, line, settings } from '../orders.ts';

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
  if (!course) throw new Error('The line has no course');
  return course;
}

function cartWith(items: CartItem[]): Cart {
  const total = items.reduce((sum, { price }) => sum + price.main, 0);
  return cart({ items, totals: { subtotal: total, discount: 0, total } });
}

type Scenario = {
  shown: Cart;
  after: Cart;
  refused?: Answered;
  choices?: BatchChoices[];
  answers?: Answers;
  /** The version of the booking terms that applies from the refusal on. By default it stays the same. */
  termsAfter?: string;
};

/**
 * Places an order for the cart `shown`. The server refuses the first attempt, because the cart has changed to `after`.
 */
async function orderRefused({ shown, after, refused, choices = [], answers = {}, ...scenario }: Scenario) {
  const now = { cart: shown, isRefused: false, terms_version: settings.terms_version };
  const quotes = {
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
        now.terms_version = scenario.termsAfter ?? now.terms_version;
        return refused ?? refusal(409, 'CART_CHANGED', 'Changed.', quotes);
      },
      ...answers,
    },
  });
  await opened.person.click(await screen.findByRole('checkbox', { name: 'I accept the booking terms.' }));
  await opened.person.click(await pay());
  const orders = () => opened.sent.filter(({ url }) => url.startsWith('/api/orders/create'));
  return { ...opened, now, orders };
}

describe('an order that changed before it was placed', () => {
  it('when prices of an order have changed, the review page shows old and new prices, and the order is placed once the student accepts them', async () => {
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

  it('when the price of a course with yearly fees has changed, the review page shows the fee of year 1 and the total', async () => {
    const programme = { ...fire({ price: yearlyPrice.main }), price: yearlyPrice };
    await orderRefused({ shown: cart(), after: cartWith([programme]) });
    expect((await changes()).textContent).toContain(
      'Year 1 was ₹5,000.00now ₹2,65,000.00, total ₹10,45,000.00 over 4 years',
    );
  });

  it('when the dates of an ordered batch have changed, the review page shows the old and new dates, and the student can choose another batch', async () => {
    const moved = fire({ batch: { start_date: '2026-12-08', end_date: '2026-12-10' } });
    const choices = [{ course_id: 7, batches: [courseOf(moved).batch, { ...courseOf(moved).batch, ...january }] }];
    const swapped = cartWith([fire({ batch: january })]);
    const { person, sent } = await orderRefused({
      shown: cart(),
      after: cartWith([moved]),
      choices,
      answers: { 'PUT /api/cart/batch': found(swapped) },
    });
    expect((await changes()).textContent).toContain('was 1 Dec 2026 – 3 Dec 2026now 8 Dec 2026 – 10 Dec 2026');
    expect((await accept()).disabled).toBe(false);
    await waitFor(async () => expect(within(await batchOf('Fire Fighting')).getAllByRole('option')).toHaveLength(3));
    await person.selectOptions(await batchOf('Fire Fighting'), '72');
    await waitFor(async () => expect((await changes()).textContent).toContain('now 4 Jan 2027 – 6 Jan 2027'));
    const call = sent.find(({ method }) => method === 'PUT');
    expect(call?.body).toEqual({ item_type: 'course', course_id: 7, batch_id: 72 });
    expect(screen.getByRole('button', { name: 'Remove from order Fire Fighting' })).toBeTruthy();
  });

  it('when the cart has changed before an order is placed, the review page names the courses that were added and removed', async () => {
    const { sent, person } = await orderRefused({
      shown: cart(),
      after: cartWith([firstAid]),
      answers: { 'DELETE /api/cart': found(cartWith([])) },
    });
    const list = await changes();
    const [gone, added] = within(list).getAllByRole('listitem');
    expect(gone?.textContent).toBe('Fire FightingIs no longer in your cart.');
    expect(added?.textContent).toContain('Was added to your cart in the meantime.');
    await person.click(screen.getByRole('button', { name: 'Remove from order First Aid' }));
    expect(await screen.findByText('Your cart is empty')).toBeTruthy();
    expect(sent.find(({ method }) => method === 'DELETE')?.body).toEqual({ item_type: 'course', course_id: 8 });
  });

  it('when the booking terms have changed before an order is placed, the student must accept them again', async () => {
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

  it('if an order was refused because of changes but the cart has not changed, the review page says so and the student can continue', async () => {
    const { person } = await orderRefused({ shown: cart(), after: cart() });
    expect(await screen.findByText('Your order is the same as before')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Continue' }));
    expect((await pay()).disabled).toBe(false);
  });

  it('a review page that shows changes of the order has a button that leads back to the cart', async () => {
    const { person, router } = await orderRefused({ shown: cart(), after: cartWith([fire({ price: 6000 })]) });
    await person.click(await screen.findByRole('button', { name: 'Back to cart' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.cart));
  });
});

describe('a batch refused while the order is placed', () => {
  const full = (course_id: number, batch_id: number) =>
    refusal(409, 'BATCH_FULL', 'No seats are available for this batch.', { course_id, batch_id });
  const soldOut = cartWith([fire({ trouble: 'full' })]);
  const choices = [{ course_id: 7, batches: [{ ...courseOf(fire()).batch, ...january }] }];

  it('when an order is refused because a batch is full, the student can choose another batch on the review page and place the order', async () => {
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
    expect(document.activeElement?.closest('li')?.textContent).toMatch(/^Fire Fighting/);
    await person.click(await accept());
    await person.click(await pay());
    await waitFor(() => expect(orders()).toHaveLength(2));
    expect(orders()[1]?.body).toMatchObject({ quote: { items: [{ batch_ids: [72] }] } });
  });

  it.each(['can be loaded', 'cannot be loaded'])(
    'if an order is refused because its batch is already booked, the review page says so, whether or not the cart loads: the cart %s',
    async (loading) => {
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
            return loading === 'can be loaded' ? found(after) : 'no answer';
          },
        },
      });
      expect(await screen.findByText('You have already booked this batch.')).toBeTruthy();
      expect(await batchOf('Fire Fighting')).toBeTruthy();
      expect((await accept()).disabled).toBe(true);
    },
  );

  it('when the replacement batch chosen on the review page is full too, the page says why and the order cannot be placed', async () => {
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

  it('a package with a full batch can only be removed from the order as a whole', async () => {
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
    await waitFor(() =>
      expect(document.activeElement?.textContent).toBe('Basic Safety PackIs no longer in your cart.'),
    );
    expect(sent.find(({ method }) => method === 'DELETE')?.body).toEqual({ item_type: 'package', package_id: 801 });
    expect((await accept()).disabled).toBe(false);
  });

  it('when an order is refused because a batch is full, the review page says so even if the cart cannot be loaded again', async () => {
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

  it('when the review page opens with a full batch in the cart, no order can be placed until the batch is changed or removed', async () => {
    const { sent } = await openCheckout({
      at: paths.checkoutReview,
      answers: { 'GET /api/cart': found(soldOut), 'GET /api/cart/batches': found(choices) },
    });
    expect(await screen.findByText('No seats available for this batch.')).toBeTruthy();
    expect((await accept()).disabled).toBe(true);
    expect(sent.some(({ url }) => url.startsWith('/api/orders/create'))).toBe(false);
  });

  it('while offline, the review page offers no replacement for a full batch, and removing the course shows a network error', async () => {
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
    expect(screen.getByText('You can change batches when the connection is back.')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Remove from order Fire Fighting' }));
    expect(await screen.findByText('Network error! Try again')).toBeTruthy();
    expect((await accept()).disabled).toBe(true);
  });
});
