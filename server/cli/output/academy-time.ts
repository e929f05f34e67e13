const format = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Formats a point in time in the academy's time zone: `2026-03-10 12:00:00`. */
export function academyTime(date: Date): string {
  return format.format(date);
}
