import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useIncrementalRender } from '../../../../src/booking/offers/use-incremental-render.ts';

/** Reports to the page whether the end of the list is near, as a browser does. */
let reportNear: (isIntersecting: boolean) => void = () => {};

class Observer {
  constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
    reportNear = (isIntersecting) => act(() => callback([{ isIntersecting }]));
  }
  observe() {}
  disconnect() {}
}

function Cards({ total, list }: { total: number; list: string }) {
  const { count, end } = useIncrementalRender(total, list);
  return (
    <>
      <p>{count} cards</p>
      <div ref={end} />
    </>
  );
}

async function idle(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) await act(() => vi.advanceTimersByTimeAsync(50));
}

const cards = () => Number.parseInt(screen.getByText(/cards/).textContent ?? '', 10);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('useIncrementalRender renders four of 70 cards first and the others while the browser is idle', async () => {
  vi.stubGlobal('IntersectionObserver', Observer);
  render(<Cards total={70} list="" />);
  expect(cards()).toBe(4);
  await idle(30);
  expect(cards()).toBe(70);
});

test('useIncrementalRender adds cards beyond the first 120 only while the reader is near the end of the list', async () => {
  vi.stubGlobal('IntersectionObserver', Observer);
  render(<Cards total={2000} list="" />);
  await idle(200);
  const unseen = cards();
  expect(unseen).toBeLessThan(150);
  reportNear(true);
  await idle(3);
  expect(cards()).toBeGreaterThan(unseen);
  reportNear(false);
  await idle(2);
  const seen = cards();
  await idle(200);
  expect(cards()).toBe(seen);
  reportNear(true);
  await idle(200);
  expect(cards()).toBe(2000);
});

test('without IntersectionObserver, useIncrementalRender renders all cards in steps, and starts with four again for another list', async () => {
  const { rerender } = render(<Cards total={300} list="" />);
  await idle(200);
  expect(cards()).toBe(300);
  rerender(<Cards total={300} list="fire" />);
  expect(cards()).toBe(4);
});
