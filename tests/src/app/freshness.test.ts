import { describe, expect, it } from 'vitest';
import { newsCategories } from '../../../contract/news-categories.ts';
import { bookingQueries } from '../../../src/booking/booking.queries.ts';
import { cartQueries } from '../../../src/cart/cart.queries.ts';
import { courseQueries } from '../../../src/catalogue/course.queries.ts';
import { contentQueries } from '../../../src/content/content.queries.ts';
import { policyQueries } from '../../../src/content/policies/policy.queries.ts';
import { newsQueries } from '../../../src/news/news.queries.ts';
import { documentQueries } from '../../../src/student/documents/document.queries.ts';
import { orderQueries } from '../../../src/student/orders/order.queries.ts';
import { studentQueries } from '../../../src/student/student.queries.ts';
import { walletQueries } from '../../../src/student/wallet/wallet.queries.ts';

const minutes = (count: number) => count * 60_000;
const asha = '0b8f6c1e-4a53-4f0e-9a61-2f1d5e7c0001';
const [blogs] = newsCategories;

describe('how long queries stay fresh and cached', () => {
  it.each([
    ['the cart', cartQueries.current(asha), 5, 10],
    ['the header', contentQueries.header(), 10, 30],
    ['the footer', contentQueries.footer(), 10, 30],
    ['the courses of a category', courseQueries.byCategory(3), 5, 10],
    ['a course', courseQueries.detail(408), 5, 10],
    ['a post', newsQueries.post(41), 5, 10],
    ['the terms', policyQueries.policy('terms'), 10, 30],
    ['the refund policy', policyQueries.policy('refund'), 10, 30],
    ['the privacy policy', policyQueries.policy('privacy'), 10, 30],
    ['the anti-ragging policy', policyQueries.antiRagging(), 5, 10],
    ['the student’s profile', studentQueries.profile(asha), 10, 10],
    ['the wallet', walletQueries.overview(asha), 15, 15],
    ['the student’s orders', orderQueries.list(asha), 1440, 1440],
    ['the student’s documents', documentQueries.list(asha), 1440, 1440],
    ['the booking settings', bookingQueries.settings(), 5, 5],
  ])(
    'the query for %s stays fresh, and in memory, for the number of minutes given in the specification',
    (_, { staleTime, gcTime }, fresh, inMemory) => {
      expect([staleTime, gcTime]).toEqual([minutes(fresh), minutes(inMemory)]);
    },
  );

  it('the query for a list of posts stays fresh for five minutes', () => {
    for (const { staleTime } of [newsQueries.latest(blogs, 4), newsQueries.page(blogs, 1)])
      expect(staleTime).toBe(minutes(5));
  });
});
