type Timers = typeof import('node:timers/promises');

const speedup = 25;

/**
 * The timers of `node:timers/promises`, 25 times as fast, so that the product's own pauses do not slow down a schedule, such as
 * those before a retry. For `vi.mock`.
 */
export function fastTimers(timers: Timers): object {
  return {
    ...timers,
    setTimeout: (ms: number, value: unknown, options: object) => timers.setTimeout(ms / speedup, value, options),
  };
}
