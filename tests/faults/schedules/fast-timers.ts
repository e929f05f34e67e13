type Timers = typeof import('node:timers/promises');

const speedup = 25;

/**
 * The timers of `node:timers/promises`, but 25 times as fast, so that the server's pauses before retries do not slow
 * down the tests.
 */
export function fastTimers(timers: Timers): object {
  return {
    ...timers,
    setTimeout: (ms: number, value: unknown, options: object) => timers.setTimeout(ms / speedup, value, options),
  };
}
