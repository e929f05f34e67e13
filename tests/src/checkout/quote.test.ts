import { describe, expect, it } from 'vitest';
import { quoteChanges, quoteOf, troubleChanges } from '../../../src/checkout/quote.ts';
import { cart, line } from './orders.ts';

const shown = quoteOf(cart());

describe('a quote', () => {
  it('is what the review screen shows of a cart', () => {
    expect(shown).toEqual({ total: 5000, items: [{ type: 'course', id: 7, price: 5000, batch_ids: [71] }] });
  });

  it('differs in nothing from itself', () => {
    expect(quoteChanges(shown, shown)).toEqual([]);
  });

  it('names price, dates and total that have changed', () => {
    const now = { total: 6000, items: [{ type: 'course' as const, id: 7, price: 6000, batch_ids: [72] }] };
    expect(quoteChanges(shown, now)).toEqual([
      { kind: 'price', type: 'course', id: 7, was: 5000, now: 6000 },
      { kind: 'dates', type: 'course', id: 7 },
      { kind: 'total', was: 5000, now: 6000 },
    ]);
  });

  it('names what came and what went; a package with the same id is another thing', () => {
    const now = { total: 5000, items: [{ type: 'package' as const, id: 7, price: 5000, batch_ids: [71] }] };
    expect(quoteChanges(shown, now)).toEqual([
      { kind: 'removed', type: 'course', id: 7 },
      { kind: 'added', type: 'package', id: 7 },
    ]);
  });

  it('says nothing of lines that were never told', () => {
    expect(quoteChanges({}, shown)).toEqual([]);
  });
});

describe('lines that cannot be booked any more', () => {
  const withTrouble = (trouble: 'full' | 'closed' | 'started') => {
    const { course } = line();
    return cart({ items: course ? [line({ course: { ...course, trouble } })] : [] });
  };

  it.each([
    ['full', 'seats'],
    ['closed', 'seats'],
    ['started', 'dates'],
  ] as const)('calls %s a change of %s', (trouble, kind) => {
    expect(troubleChanges(withTrouble(trouble))).toEqual([{ kind, type: 'course', id: 7 }]);
  });
});
