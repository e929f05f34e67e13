/**
 * Waits for `turns` turns of the event loop, so that pending promises settle. Works under fake timers, as long as they
 * leave `setImmediate` alone.
 */
export async function settled(turns = 1): Promise<void> {
  for (let left = turns; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
}
