/**
 * Waits for `turns` turns of the event loop, so that pending promises settle. This works even under fake timers, as
 * long as the test does not fake `setImmediate`.
 */
export async function settled(turns = 1): Promise<void> {
  for (let left = turns; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
}
