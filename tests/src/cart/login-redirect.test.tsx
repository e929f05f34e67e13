import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CartSignedOut } from '../../../src/cart/cart-page.tsx';
import { answeringApi } from '../../support/answers.ts';
import { renderInPage } from '../../support/in-page.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('the cart page sends a signed-out visitor to login after 1500 ms, with the URL to return to', async () => {
  const { router } = await renderInPage(<CartSignedOut />, {
    api: answeringApi({}).api,
    at: '/course-booking/details',
  });
  expect(screen.getByText('Login to view your cart')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(1499));
  expect(router.state.location.pathname).toBe('/course-booking/details');
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(router.state.location.pathname).toBe('/login');
  expect(router.state.location.search).toEqual({ from: '/course-booking/details' });
});

it('the redirect to login replaces the cart page in the browser history, so that Back does not lead to the redirect again', async () => {
  const { router } = await renderInPage(<CartSignedOut />, {
    api: answeringApi({}).api,
    at: '/course-booking/details',
  });
  await act(() => vi.advanceTimersByTimeAsync(1500));
  expect(router.state.location.pathname).toBe('/login');
  expect(router.history.canGoBack()).toBe(false);
});
