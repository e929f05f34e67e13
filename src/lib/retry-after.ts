/**
 * The longest pause, in ms, that a server can impose. It is limited because a date in `Retry-After` may be far away by
 * mistake.
 */
export const maxRetryAfterMs = 300_000;

/**
 * How many ms to wait before the next try, from the `Retry-After` header of a response (seconds or a date). At most
 * five minutes; 0 if the header is missing or unreadable.
 */
export function retryAfterOf(headers: Headers): number {
  const text = headers.get('retry-after')?.trim() ?? '';
  // Compare the date with the server's clock (the `Date` header), because the clock of the device may be days off.
  const sentAt = Date.parse(headers.get('date') ?? '') || Date.now();
  const pause = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - sentAt;
  return pause > 0 ? Math.min(pause, maxRetryAfterMs) : 0;
}
