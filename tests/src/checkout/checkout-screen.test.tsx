import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { paths } from '../../../contract/pages.ts';
import { useScreenAt } from '../../../src/checkout/checkout-screen.ts';

describe('useScreenAt', () => {
  it.each([
    [paths.checkoutInformation, { stage: 'information' }],
    [`${paths.checkoutReview}/`, { stage: 'review' }],
    [`${paths.checkoutConfirmation}/LF-2026-000123-1`, { stage: 'returning', attemptId: 'LF-2026-000123-1' }],
    [paths.checkout, { stage: 'start' }],
    ['/course-booking/checkout/payment', null],
  ])('for the path %s, useScreenAt returns the checkout screen %j', (path, screen) => {
    expect(renderHook(() => useScreenAt(path)).result.current).toEqual(screen);
  });

  it('useScreenAt still returns the checkout screen that the student is leaving while the next page, outside checkout, loads', () => {
    const { result, rerender } = renderHook(({ path }: { path: string }) => useScreenAt(path), {
      initialProps: { path: paths.checkoutReview as string },
    });
    rerender({ path: paths.login });
    expect(result.current).toEqual({ stage: 'review' });
  });
});
