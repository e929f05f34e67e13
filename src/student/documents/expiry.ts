import { reminderDays, type StudentDocument } from '../../../contract/documents.ts';
import { formatDay } from '../../lib/format.ts';

const dayLength = 86_400_000;

/** Whole days from one academy day to another, both `YYYY-MM-DD`; below 0 where the other is past. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayLength);
}

export type ExpiryMark = { tone: 'valid' | 'soon' | 'ended'; text: string };

/** `today`, `tomorrow`, `in 12 days`. */
export function inDays(days: number): string {
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

/** Mark of a document on an academy day; null where it has no last day. */
export function expiryMark(lastDay: string | null, today: string): ExpiryMark | null {
  if (lastDay === null) return null;
  const left = daysBetween(today, lastDay);
  if (left < 0) return { tone: 'ended', text: `Ended ${formatDay(lastDay)}` };
  if (left <= reminderDays[0]) return { tone: 'soon', text: `Ends ${inDays(left)}` };
  return { tone: 'valid', text: `Valid until ${formatDay(lastDay)}` };
}

export type EndingDocument = StudentDocument & { expires_on: string };

const hasEnd = (document: StudentDocument): document is EndingDocument => document.expires_on !== null;

/** Documents whose last day is today or within 90 days of it, the nearest first. */
export function endingSoon(documents: readonly StudentDocument[], today: string): EndingDocument[] {
  return documents
    .filter(hasEnd)
    .filter(({ expires_on }) => expiryMark(expires_on, today)?.tone === 'soon')
    .toSorted((a, b) => a.expires_on.localeCompare(b.expires_on));
}

/** A course and the last day of the batch that is to be booked. */
export type CourseEnd = { course: string; ends: string };
export type EarlyEnd = { document: EndingDocument; courses: CourseEnd[] };

/** Documents that end before a course does, each with those courses. */
export function endingBefore(documents: readonly StudentDocument[], courses: readonly CourseEnd[]): EarlyEnd[] {
  return documents.filter(hasEnd).flatMap((document) => {
    const later = courses.filter(({ ends }) => document.expires_on < ends);
    return later.length > 0 ? [{ document, courses: later }] : [];
  });
}
