import { type EventObject, fromCallback } from 'xstate';

/** Event that the clock actor sends on each tick; `now` is in milliseconds since the epoch. */
export type ClockTick = { type: 'clock.tick'; now: number };

/**
 * Input of the clock actor. `until`: a deadline at which one tick must happen, in milliseconds since the epoch; null if
 * none is set yet.
 */
type ClockInput = { until: number | null };

const tickInterval = 1000;

/**
 * Placeholder for the clock actor of a state machine. The code that starts the state machine provides the real actor.
 */
export const clockPlaceholder = fromCallback<EventObject, ClockInput>(() => {
  throw new Error('not provided');
});

/** Calls `work` whenever the page is shown again. Returns a function that ends these calls. */
export type OnShown = (work: () => void) => () => void;

/**
 * Creates a clock that ticks at once, then every second and exactly at the deadline. `now` returns the current time in
 * ms. With `onShown`, the clock also ticks when the page is shown again, because browsers delay the timers of hidden
 * pages.
 */
export function createClock(now: () => number, onShown: OnShown = () => () => {}) {
  return fromCallback<EventObject, ClockInput>(({ sendBack, input }) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function tick() {
      clearTimeout(timer);
      const at = now();
      const tickEvent: ClockTick = { type: 'clock.tick', now: at };
      sendBack(tickEvent);
      const left = (input.until ?? at) - at;
      // Ticks are aligned to the deadline, not to the start, so that one of them happens exactly at the deadline.
      timer = setTimeout(tick, left > 0 ? left % tickInterval || tickInterval : tickInterval);
    }
    tick();
    const stop = onShown(tick);
    return () => {
      clearTimeout(timer);
      stop();
    };
  });
}
