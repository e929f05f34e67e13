/** Bytes of all. */
export function sumBytes(sizes: ReadonlyArray<{ bytes: number }>): number {
  return sizes.reduce((total, { bytes }) => total + bytes, 0);
}

/** Waits for all, so that nothing is under way when it ends. @throws what the first to fail threw */
export async function settleAll(work: ReadonlyArray<Promise<void>>): Promise<void> {
  const ends = await Promise.allSettled(work);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}
