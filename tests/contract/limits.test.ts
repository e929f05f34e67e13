import { describe, expect, it } from 'vitest';
import { categories, courseTemplates } from '../../contract/categories.ts';
import * as limits from '../../contract/limits.ts';

const minutes = (count: number) => count * 60_000;

describe('the constants of document 2, section 9', () => {
  it('has the time until a visitor leaves the profile', () => {
    expect(limits.profileLoginRedirect).toBe(500);
  });
});

describe('the constants of document 1, section 9', () => {
  it('has the category ids', () => {
    expect(Object.fromEntries(categories.map(({ key, id }) => [key, id]))).toEqual({
      'value-added': 1,
      management: 2,
      'pre-sea': 3,
      'post-sea': 4,
    });
  });

  it('has the times', () => {
    expect(limits.toastTimes).toEqual({ standard: 4000, notice: 5000, cartAdded: 2000 });
    expect(limits.searchDebounce).toBe(1000);
    expect([limits.bookingLoginRedirect, limits.cartLoginRedirect]).toEqual([1500, 1500]);
    expect(limits.addedReset).toBe(2000);
    expect(limits.resendCountdown).toBe(30_000);
    expect(limits.noticeAutoplay).toBe(3000);
    expect([limits.registrationRedirect, limits.resetRedirect]).toEqual([2000, 2000]);
    expect(limits.passwordReveal).toBe(3000);
    expect([limits.activityIdle, limits.activityDebounce]).toEqual([120_000, 5000]);
  });

  it('has the cache times', () => {
    expect(limits.cacheTimes.cart).toEqual({ fresh: minutes(5), kept: minutes(10) });
    expect(limits.cacheTimes.frame).toEqual({ fresh: minutes(10), kept: minutes(30) });
    expect(limits.cacheTimes.course).toEqual({ fresh: minutes(5), kept: minutes(10) });
  });

  it('has the counts', () => {
    expect(limits.codeLength).toBe(6);
    expect([limits.coursesOnListPage, limits.coursesOnHomeCard, limits.itemsLeftOfLogo]).toEqual([6, 4, 4]);
    expect(limits.headerNameLength).toBe(12);
    expect(limits.groupDiscountSeats).toBe(5);
  });

  it('has the course templates and the titles of the category pages', () => {
    expect(courseTemplates).toEqual(['Pre-Sea Course', 'Management Course', 'Post-Sea Course', 'Value-added Course']);
    expect(categories.map(({ pageTitle }) => pageTitle)).toEqual([
      'Pre Sea Courses',
      'Post Sea Courses',
      'Management Courses',
      'Value added Courses',
    ]);
  });
});
