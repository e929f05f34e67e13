import { describe, expect, it } from 'vitest';
import { cardBatches, isBookable, upcomingBatches } from '../../../src/catalogue/upcoming-batches.ts';
import { batch, today } from './academy.ts';

describe('isBookable', () => {
  it('a batch can be booked only while it is open and has seats', () => {
    expect(isBookable(batch(), today)).toBe(true);
    expect(isBookable(batch({ available: 0 }), today)).toBe(false);
    expect(isBookable(batch({ status: 'closed' }), today)).toBe(false);
  });

  it('a batch that starts today can no longer be booked', () => {
    expect(isBookable(batch({ start_date: today }), today)).toBe(false);
    expect(upcomingBatches([batch({ start_date: today })], today)).toEqual([]);
  });
});

describe('cardBatches', () => {
  it('a course card lists the next three batches with seats, earliest first', () => {
    const days = ['2027-03-01', '2026-12-01', '2027-01-01', '2027-02-01'];
    const batches = days.map((start_date, index) => batch({ id: index + 1, start_date }));
    expect(cardBatches(batches, today).map((one) => one.start_date)).toEqual([
      '2026-12-01',
      '2027-01-01',
      '2027-02-01',
    ]);
  });

  it('a course card lists one full batch when all batches are full', () => {
    const batches = [batch({ id: 1, available: 0 }), batch({ id: 2, available: 0 })];
    expect(cardBatches(batches, today)).toHaveLength(1);
  });
});
