import { type EventObject, fromCallback } from 'xstate';

/** Sent by the clock actor; `now` in milliseconds since the epoch. */
export type ClockTick = { type: 'clock.tick'; now: number };

/** `until`: a deadline that one tick must hit exactly, in milliseconds since the epoch; null if none is set yet. */
type ClockInput = { until: number | null };

const tickInterval = 1000;

/** Placeholder for the clock actor of a machine. The code that starts the machine provides the real actor. */
export const clockPlaceholder = fromCallback<EventObject, ClockInput>(() => {
  throw new Error('not provided');
});

/** Creates a clock that ticks at once, then every second and exactly at the deadline. `now` returns the current time in ms. */
export function createClock(now: () => number) {
  return fromCallback<EventObject, ClockInput>(({ sendBack, input }) => {
    let timer: ReturnType<typeof setTimeout>;
    function tick() {
      const at = now();
      const tickEvent: ClockTick = { type: 'clock.tick', now: at };
      sendBack(tickEvent);
      const left = (input.until ?? at) - at;
      // Ticks are aligned to the deadline, not to the start, so one of them hits it exactly.
      timer = setTimeout(tick, left > 0 ? left % tickInterval || tickInterval : tickInterval);
    }
    tick();
    return () => clearTimeout(timer);
  });
}
