import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { paths } from '../../../contract/pages.ts';
import { useScreenAt } from '../../../src/checkout/use-screen-at.ts';

describe('the screen at an address', () => {
  it.each([
    [paths.checkoutInformation, { stage: 'information' }],
    [`${paths.checkoutReview}/`, { stage: 'review' }],
    [`${paths.checkoutConfirmation}/LF-2026-000123-1`, { stage: 'returning', attemptId: 'LF-2026-000123-1' }],
    ['/course-booking/checkout', null],
  ])('reads %s', (path, screen) => {
    expect(renderHook(() => useScreenAt(path)).result.current).toEqual(screen);
  });

  it('stays what it was while another page loads', () => {
    const { result, rerender } = renderHook(({ path }: { path: string }) => useScreenAt(path), {
      initialProps: { path: paths.checkoutReview as string },
    });
    rerender({ path: paths.login });
    expect(result.current).toEqual({ stage: 'review' });
  });
});
