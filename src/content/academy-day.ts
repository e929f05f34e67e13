const parts = new Intl.DateTimeFormat('en-CA', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  timeZone: 'Asia/Kolkata',
});

/** The academy's day at an instant, `YYYY-MM-DD`, whatever zone the reader is in. Call it in loaders, not in render. */
export function academyDay(instant = new Date()): string {
  return parts.format(instant);
}
