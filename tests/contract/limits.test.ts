import { describe, expect, it } from 'vitest';
import { categories, courseTemplates } from '../../contract/categories.ts';
import * as limits from '../../contract/limits.ts';

const minutes = (count: number) => count * 60_000;

describe('constants of the student area', () => {
  it('the delay before a visitor who is not signed in is redirected from the profile to the login page is set to 500 ms', () => {
    expect(limits.profileLoginRedirect).toBe(500);
  });
});

describe('constants of the site', () => {
  it('the four course categories have the specified ids', () => {
    expect(Object.fromEntries(categories.map(({ key, id }) => [key, id]))).toEqual({
      'value-added': 1,
      management: 2,
      'pre-sea': 3,
      'post-sea': 4,
    });
  });

  it('the durations of toasts, redirects, countdowns and delays are as specified', () => {
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

  it('the cache times of the cart, of the site’s header and footer and of courses are as specified', () => {
    expect(limits.cacheTimes.cart).toEqual({ fresh: minutes(5), inMemory: minutes(10) });
    expect(limits.cacheTimes.frame).toEqual({ fresh: minutes(10), inMemory: minutes(30) });
    expect(limits.cacheTimes.course).toEqual({ fresh: minutes(5), inMemory: minutes(10) });
  });

  it('the length of a one-time code, the limits of course lists and of the header, and the seats for a group discount are as specified', () => {
    expect(limits.codeLength).toBe(6);
    expect([limits.coursesOnListPage, limits.coursesOnHomeCard, limits.itemsLeftOfLogo]).toEqual([6, 4, 4]);
    expect(limits.headerNameLength).toBe(12);
    expect(limits.groupDiscountSeats).toBe(5);
  });

  it('the four course templates (such as “Pre-Sea Course”) have the specified names, and the category pages the specified titles', () => {
    expect(courseTemplates).toEqual(['Pre-Sea Course', 'Management Course', 'Post-Sea Course', 'Value-added Course']);
    expect(categories.map(({ pageTitle }) => pageTitle)).toEqual([
      'Pre Sea Courses',
      'Post Sea Courses',
      'Management Courses',
      'Value added Courses',
    ]);
  });
});
