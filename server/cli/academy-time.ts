const format = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** `2026-03-10 12:00:00` in the academy's time. */
export function academyTime(moment: Date): string {
  return format.format(moment);
}
