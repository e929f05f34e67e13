/** The usual start and end of a batch, which are written `09:00-17:00`. Both are empty if they are unknown or vary. */
export function clockTimes(times: string | null): { start_time: string; end_time: string } {
  const [, start_time = '', end_time = ''] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(times ?? '') ?? [];
  return { start_time, end_time };
}
