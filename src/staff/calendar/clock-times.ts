/**
 * Splits the times of a batch, such as `09:00-17:00`, into start and end. Both are empty if `times` is null or written
 * differently.
 */
export function clockTimes(times: string | null): { start_time: string; end_time: string } {
  const [, start_time = '', end_time = ''] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(times ?? '') ?? [];
  return { start_time, end_time };
}

/** The times of a batch as the console shows them, such as `09:00 – 17:00`. */
export const timesText = (times: string) => times.replace(/^(\d\d:\d\d)-(\d\d:\d\d)$/, '$1 – $2');
