import { type CalendarEvent, calendarFile } from '../../contract/calendar-file.ts';

/** Downloads a calendar file. It is created in the browser, so this also works offline. */
export function downloadCalendar(events: readonly CalendarEvent[], name: string): void {
  const file = new Blob([calendarFile(events, new Date())], { type: 'text/calendar;charset=utf-8' });
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.ics`;
  link.click();
  // Revoke the URL late, because the browser needs time to read the file.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
