import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import { type ClockTick, createClock, type OnShown } from '../../machines/clock.ts';

beforeEach(() => vi.useFakeTimers({ now: 500, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

function listen(until: number | null, onShown?: OnShown) {
  const ticks: number[] = [];
  const listener = setup({
    types: {} as { events: ClockTick },
    actors: { clock: createClock(() => Date.now(), onShown) },
  });
  const machine = listener.createMachine({
    invoke: { id: 'clock', src: 'clock', input: { until } },
    on: { 'clock.tick': { actions: ({ event }) => ticks.push(event.now) } },
  });
  const actor = createActor(machine).start();
  onTestFinished(() => void actor.stop());
  return { ticks, actor };
}

it('the clock of the state machines ticks at once, then every second, timed so that one tick falls exactly on the deadline', () => {
  const { ticks } = listen(2800);
  vi.advanceTimersByTime(4300);
  expect(ticks).toEqual([500, 800, 1800, 2800, 3800, 4800]);
});

it('the clock of the state machines ticks every second when it has no deadline', () => {
  const { ticks } = listen(null);
  vi.advanceTimersByTime(2000);
  expect(ticks).toEqual([500, 1500, 2500]);
});

it('the clock stops ticking when the state machine that started it stops', () => {
  const { ticks, actor } = listen(null);
  actor.stop();
  vi.advanceTimersByTime(5000);
  expect(ticks).toEqual([500]);
  expect(vi.getTimerCount()).toBe(0);
});

it('the clock of the state machines ticks at once when the page is shown again, and then every second', () => {
  let show = () => {};
  const stop = vi.fn();
  const { ticks, actor } = listen(null, (work) => {
    show = work;
    return stop;
  });
  vi.setSystemTime(3_600_000);
  show();
  expect(ticks).toEqual([500, 3_600_000]);
  vi.advanceTimersByTime(1000);
  expect(ticks).toEqual([500, 3_600_000, 3_601_000]);
  actor.stop();
  expect(stop).toHaveBeenCalledOnce();
});
