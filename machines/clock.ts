import { type EventObject, fromCallback } from 'xstate';

/** What a clock tells its machine; `now` in milliseconds since the epoch. */
export type ClockTick = { type: 'clock.tick'; now: number };

/** `until`: the deadline that a tick must fall on, in milliseconds since the epoch; null where none is set yet. */
export type ClockInput = { until: number | null };

const tickInterval = 1000;

/** Clock of a chart before a flow binds it. */
export const clockPlaceholder = fromCallback<EventObject, ClockInput>(() => {
  throw new Error('not provided');
});

/** Clock that ticks at once, then each second and exactly at the deadline; the time of day is the caller's. */
export function createClock(now: () => number) {
  return fromCallback<EventObject, ClockInput>(({ sendBack, input }) => {
    let timer: ReturnType<typeof setTimeout>;
    function tick() {
      const at = now();
      const tickEvent: ClockTick = { type: 'clock.tick', now: at };
      sendBack(tickEvent);
      const left = (input.until ?? at) - at;
      // Counting back from the deadline keeps the last tick on it, whenever the clock began.
      timer = setTimeout(tick, left > 0 ? left % tickInterval || tickInterval : tickInterval);
    }
    tick();
    return () => clearTimeout(timer);
  });
}
