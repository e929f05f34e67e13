import { describe, expect, it } from 'vitest';
import type { CartItem } from '../../contract/cart.ts';
import type { Quote } from '../../contract/orders.ts';
import {
  cartChanges,
  lineNames,
  quoteChanges,
  quoteOf,
  quoteWhenAdded,
  troubleChanges,
} from '../../machines/order-quote.ts';
import { changeText } from '../../src/checkout/checkout-texts.ts';
import { packageLine } from '../src/cart/carts.ts';
import { cart, line } from '../src/checkout/orders.ts';

const shown = quoteOf(cart());
const [was] = shown.items;
if (!was) throw new Error('The quote has no line');
const fire = { type: 'course' as const, id: 7, name: 'Fire Fighting' };
const ofFire = { ...fire, courseId: 7, courseName: 'Fire Fighting' };
const december = { start_date: '2026-12-01', end_date: '2026-12-03' };
const january = { start_date: '2027-01-04', end_date: '2027-01-06' };

/** The cart line of a batch that has moved to other dates or, if `id` is given, of another batch. */
function lineOn(days: typeof january, id = 71): CartItem {
  const { course } = line();
  return course ? line({ course: { ...course, batch: { ...course.batch, ...days, id, batch_id: id } } }) : line();
}
const changesTo = (items: CartItem[], quote: Quote = shown) =>
  quoteChanges(quote, quoteOf(cart({ items })), { carts: [cart({ items })] });

describe('a quote', () => {
  it('the price quote of a cart contains its lines, prices, dates and total', () => {
    const days = [{ batch_id: 71, ...december }];
    expect(shown).toEqual({ total: 5000, items: [{ type: 'course', id: 7, price: 5000, batch_ids: [71], days }] });
  });

  it('comparing a price quote with an unchanged cart finds no changes', () => {
    expect(cartChanges(shown, cart(), { carts: [] })).toEqual([]);
  });

  it('comparing a price quote with the current cart finds the new price, dates and total', () => {
    const now = cart({
      items: [{ ...lineOn(january, 72), price: { main: 6000 } }],
      totals: { subtotal: 6000, discount: 0, total: 6000 },
    });
    expect(cartChanges(shown, now, { carts: [] })).toEqual([
      { kind: 'price', ...fire, was: 5000, now: 6000 },
      { kind: 'dates', ...ofFire, was: december, now: january },
      { kind: 'total', was: 5000, now: 6000 },
    ]);
  });

  it('comparing a price quote with the current cart finds new dates of the same batch', () => {
    expect(changesTo([lineOn(january)])).toEqual([{ kind: 'dates', ...ofFire, was: december, now: january }]);
  });

  it('comparing a price quote with the current cart detects a change of batch even when the quote contains no dates', () => {
    const { days: _, ...undated } = was;
    const quote = { ...shown, items: [undated] };
    expect(changesTo([lineOn(january, 72)], quote)).toEqual([{ kind: 'dates', ...ofFire, was: null, now: january }]);
    expect(changesTo([lineOn(january)], quote)).toEqual([]);
  });

  it('when one course of a package has new dates, comparing the price quotes reports only that course', () => {
    const before = cart({ items: [packageLine()] });
    const after = cart({ items: [packageLine()] });
    const part = after.items[0]?.package?.batches[1];
    if (part) part.batch = { ...part.batch, ...january };
    expect(quoteChanges(quoteOf(before), quoteOf(after), { carts: [after] })).toMatchObject([
      { kind: 'dates', type: 'package', id: 801, name: 'Basic Safety Pack', courseName: 'Elementary First Aid' },
    ]);
  });

  it('comparing price quotes distinguishes a package from a course with the same id', () => {
    const now = { total: 5000, items: [{ ...was, type: 'package' as const }] };
    expect(quoteChanges(shown, now, { carts: [undefined, cart()] })).toEqual([
      { kind: 'removed', ...fire },
      { kind: 'added', type: 'package', id: 7, name: 'A package' },
    ]);
  });

  it('a cart line removed since the earlier price quote is reported by its name, or as “A course” when the name is unknown', () => {
    const empty = { total: 0, items: [] };
    const changes = [{ kind: 'removed' as const, ...fire }];
    expect(quoteChanges(shown, empty, { carts: [undefined], changes })[0]).toEqual(changes[0]);
    expect(quoteChanges(shown, empty, { carts: [] })[0]).toMatchObject({ name: 'A course' });
  });

  it('comparing a price quote with an earlier, empty price quote finds no changes', () => {
    expect(quoteChanges({}, shown, { carts: [] })).toEqual([]);
  });

  it('a price quote without lines is compared by its total, and a quote without a total by its lines', () => {
    const now = cart({
      items: [{ ...line(), price: { main: 6000 } }],
      totals: { subtotal: 1, discount: 0, total: 6000 },
    });
    const sources = { carts: [now] };
    expect(quoteChanges({ total: 5000 }, quoteOf(now), sources)).toEqual([{ kind: 'total', was: 5000, now: 6000 }]);
    expect(quoteChanges({ items: shown.items }, quoteOf(now), sources)).toEqual([
      { kind: 'price', ...fire, was: 5000, now: 6000 },
    ]);
    expect(cartChanges(null, now, { carts: [] })).toEqual([]);
  });

  it('comparing a price quote with the current cart detects a batch of which only the first or only the last day has changed', () => {
    for (const days of [
      { ...december, start_date: '2026-11-30' },
      { ...december, end_date: '2026-12-04' },
    ]) {
      expect(changesTo([lineOn(days)])).toEqual([{ kind: 'dates', ...ofFire, was: december, now: days }]);
    }
  });

  it('the price quote of a package contains the batches and dates of all its courses', () => {
    const { items } = quoteOf(cart({ items: [packageLine()] }));
    const days = (packageLine().package?.batches ?? []).map(({ batch: { id, start_date, end_date } }) => {
      return { batch_id: id, start_date, end_date };
    });
    expect(items).toEqual([{ type: 'package', id: 801, price: 12_956.4, batch_ids: [11, 21], days }]);
  });

  it('quoteWhenAdded returns a price quote with the prices at which the cart lines were added, and with their total', () => {
    const now = cart({ items: [line(), packageLine()], totals: { subtotal: 0, discount: 0, total: 17_956.4 } });
    const [course, bundle] = now.items;
    if (!course || !bundle) throw new Error('The cart has two lines');
    const quote = quoteOf(now);
    const before = quoteWhenAdded(now, [
      { line: bundle, was: 13_456.4 },
      { line: course, was: 4200 },
    ]);
    expect(before).toEqual({
      total: 17_656.4,
      items: [
        { ...quote.items[0], price: 4200 },
        { ...quote.items[1], price: 13_456.4 },
      ],
    });
    expect(quoteWhenAdded(now, [{ line: { ...course, type: 'package' }, was: 1 }])).toEqual(quote);
  });

  it('lineNames returns the type, id and name of the course or package of each cart line', () => {
    expect(lineNames(cart({ items: [line(), packageLine()] }))).toEqual([
      fire,
      { type: 'package', id: 801, name: 'Basic Safety Pack' },
    ]);
  });
});

describe('cart lines that can no longer be booked', () => {
  it.each(['full', 'closed', 'started'] as const)(
    'a cart line whose batch is %s is reported as unavailable',
    (trouble) => {
      const { course } = line();
      const now = cart({ items: course ? [line({ course: { ...course, trouble } })] : [] });
      expect(troubleChanges(now)).toEqual([{ kind: 'unavailable', ...ofFire, trouble, days: december }]);
    },
  );

  it('if a course of a package becomes unavailable, the reported change names the course and the package', () => {
    expect(troubleChanges(cart({ items: [packageLine('full')] }))).toMatchObject([
      { kind: 'unavailable', type: 'package', id: 801, courseId: 402, courseName: 'Elementary First Aid' },
    ]);
  });
});

describe('changeText', () => {
  const inPack = {
    type: 'package' as const,
    id: 801,
    name: 'Basic Safety Pack',
    courseId: 402,
    courseName: 'First Aid',
  };
  it.each([
    [{ kind: 'price', ...fire, was: 5000, now: 6000 }, 'Fire Fighting now costs ₹6,000.00 (was ₹5,000.00).'],
    [{ kind: 'total', was: 5000, now: 6000.5 }, 'The total is now ₹6,000.50 (was ₹5,000.00).'],
    [
      { kind: 'dates', ...ofFire, was: december, now: january },
      'Fire Fighting is now on 4 Jan 2027 – 6 Jan 2027 (was 1 Dec 2026 – 3 Dec 2026).',
    ],
    [
      { kind: 'dates', ...inPack, was: null, now: january },
      'First Aid in Basic Safety Pack is now on 4 Jan 2027 – 6 Jan 2027.',
    ],
    [
      { kind: 'unavailable', ...ofFire, trouble: 'full', days: december },
      'Fire Fighting, 1 Dec 2026 – 3 Dec 2026: no seats left (seats left when you chose it).',
    ],
    [
      { kind: 'unavailable', ...inPack, trouble: 'started', days: december },
      'First Aid in Basic Safety Pack, 1 Dec 2026 – 3 Dec 2026: already started (still to begin when you chose it).',
    ],
    [
      { kind: 'unavailable', ...ofFire, trouble: 'booked', days: december },
      'Fire Fighting, 1 Dec 2026 – 3 Dec 2026: already booked by you (not booked yet when you chose it).',
    ],
    [{ kind: 'removed', ...fire }, 'Fire Fighting is no longer in your cart.'],
    [{ kind: 'added', ...fire }, 'Fire Fighting was added to your cart.'],
    [{ kind: 'terms' }, 'The booking terms have changed. Please read and accept them again.'],
  ] as const)('the order change %o is described as: %s', (change, text) => {
    expect(changeText(change)).toBe(text);
  });
});
