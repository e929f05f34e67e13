/** Adds up the sizes of items in bytes. */
export function sumBytes(sizes: ReadonlyArray<{ bytes: number }>): number {
  return sizes.reduce((total, { bytes }) => total + bytes, 0);
}

/** Like `Promise.all`, but waits until every promise has settled before it throws the first error. */
export async function settleAll(work: ReadonlyArray<Promise<void>>): Promise<void> {
  const results = await Promise.allSettled(work);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
