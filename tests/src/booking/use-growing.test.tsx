import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useGrowing } from '../../../src/booking/use-growing.ts';

/** Tells the page what is near, as a browser does. */
let tell: (isIntersecting: boolean) => void = () => {};

class Observer {
  constructor(hear: (entries: { isIntersecting: boolean }[]) => void) {
    tell = (isIntersecting) => act(() => hear([{ isIntersecting }]));
  }
  observe() {}
  disconnect() {}
}

function Cards({ total, list }: { total: number; list: string }) {
  const { count, end } = useGrowing(total, list);
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

test('a list of a common length is drawn whole in idle moments, what a phone shows first', async () => {
  vi.stubGlobal('IntersectionObserver', Observer);
  render(<Cards total={70} list="" />);
  expect(cards()).toBe(2);
  await idle(30);
  expect(cards()).toBe(70);
});

test('of a long list more is drawn only while the reader is near its end', async () => {
  vi.stubGlobal('IntersectionObserver', Observer);
  render(<Cards total={2000} list="" />);
  await idle(200);
  const unseen = cards();
  expect(unseen).toBeLessThan(150);
  tell(true);
  await idle(3);
  expect(cards()).toBeGreaterThan(unseen);
  tell(false);
  await idle(2);
  const seen = cards();
  await idle(200);
  expect(cards()).toBe(seen);
  tell(true);
  await idle(200);
  expect(cards()).toBe(2000);
});

test('another list begins anew, and a browser that cannot tell what is near draws all', async () => {
  const { rerender } = render(<Cards total={300} list="" />);
  await idle(200);
  expect(cards()).toBe(300);
  rerender(<Cards total={300} list="fire" />);
  expect(cards()).toBe(2);
});
