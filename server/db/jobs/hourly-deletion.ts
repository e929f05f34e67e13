const hour = 3_600_000;

/**
 * Returns a function that calls `deleteRows` at most once an hour, with the current time in milliseconds since 1970.
 * Call the returned function wherever rows are inserted, so that their tables do not grow for ever.
 */
export function createHourlyDeletion(
  clock: { now(): number },
  deleteRows: (now: number) => Promise<void>,
): () => Promise<void> {
  let deletedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now();
    if (now - deletedAt < hour) return;
    deletedAt = now;
    await deleteRows(now);
  };
}
