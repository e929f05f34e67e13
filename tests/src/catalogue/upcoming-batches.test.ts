import { describe, expect, it } from 'vitest';
import { cardBatches, isBookable, upcomingBatches } from '../../../src/catalogue/upcoming-batches.ts';
import { batch, today } from './academy.ts';

describe('a batch', () => {
  it('can be booked while it is open, has seats and has not begun', () => {
    expect(isBookable(batch(), today)).toBe(true);
    expect(isBookable(batch({ available: 0 }), today)).toBe(false);
    expect(isBookable(batch({ status: 'closed' }), today)).toBe(false);
  });

  it('that starts today has started', () => {
    expect(isBookable(batch({ start_date: today }), today)).toBe(false);
    expect(upcomingBatches([batch({ start_date: today })], today)).toEqual([]);
  });
});

describe('the batches of a card', () => {
  it('are the next three with seats, earliest first', () => {
    const days = ['2027-03-01', '2026-12-01', '2027-01-01', '2027-02-01'];
    const batches = days.map((start_date, place) => batch({ id: place + 1, start_date }));
    expect(cardBatches(batches, today).map((one) => one.start_date)).toEqual([
      '2026-12-01',
      '2027-01-01',
      '2027-02-01',
    ]);
  });

  it('are one full batch where all are full', () => {
    const batches = [batch({ id: 1, available: 0 }), batch({ id: 2, available: 0 })];
    expect(cardBatches(batches, today)).toHaveLength(1);
  });
});
