import { expect, it } from 'vitest';
import { visibleNotices } from '../../../../src/home/notices/visible-notices.ts';

const notice = (id: number, order: number, expiryDate: string) => ({
  id,
  order,
  expiryDate,
  title: `Notice ${id}`,
  content: '',
  date: '2026-11-01',
});

it('a notice is shown up to and including its expiry date, and hidden from the next day on', () => {
  const notices = [notice(1, 1, '2026-11-21')];
  expect(visibleNotices(notices, '2026-11-21')).toHaveLength(1);
  expect(visibleNotices(notices, '2026-11-22')).toHaveLength(0);
});

it('visible notices are sorted by their field “order”', () => {
  const notices = [notice(1, 3, '2027-01-01'), notice(2, 1, '2027-01-01'), notice(3, 2, '2027-01-01')];
  expect(visibleNotices(notices, '2026-11-21').map((one) => one.id)).toEqual([2, 3, 1]);
});
