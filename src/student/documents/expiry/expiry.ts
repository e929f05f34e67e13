import { compareDays, daysBetween } from '../../../../contract/days.ts';
import { reminderDays, type StudentDocument } from '../../../../contract/documents.ts';
import { formatDay } from '../../../lib/format/format.ts';

type ExpiryLabel = { tone: 'valid' | 'soon' | 'expired'; text: string };

/** Says in how many days something happens: `today`, `tomorrow`, `in 12 days`. */
export function inDays(days: number): string {
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

/** The label that says when a document expires, as of the date `today`; null if the document has no last valid day. */
export function expiryLabel(lastDay: string | null, today: string): ExpiryLabel | null {
  if (lastDay === null) return null;
  const left = daysBetween(today, lastDay);
  if (left < 0) return { tone: 'expired', text: `Expired ${formatDay(lastDay)}` };
  if (left <= reminderDays[0]) return { tone: 'soon', text: `Expires ${inDays(left)}` };
  return { tone: 'valid', text: `Valid until ${formatDay(lastDay)}` };
}

type ExpiringDocument = StudentDocument & { expires_on: string };

const hasLastDay = (document: StudentDocument): document is ExpiringDocument => document.expires_on !== null;

/**
 * Finds the documents that have expired before `today`, and those that expire within 90 days. In both lists, the
 * document that expires first comes first.
 */
export function sortByExpiry(
  documents: readonly StudentDocument[],
  today: string,
): { expired: ExpiringDocument[]; soon: ExpiringDocument[] } {
  const sorted = documents.filter(hasLastDay).toSorted((a, b) => compareDays(a.expires_on, b.expires_on));
  const withTone = (tone: ExpiryLabel['tone']) =>
    sorted.filter(({ expires_on }) => expiryLabel(expires_on, today)?.tone === tone);
  return { expired: withTone('expired'), soon: withTone('soon') };
}

/** The name of a course and the last day of the batch that the student is about to book. */
export type CourseEnd = { course: string; ends: string };
type ExpiredBeforeCourses = { document: ExpiringDocument; courses: CourseEnd[] };

/** Finds the documents that expire before a course ends. Each comes with the courses that end after it expires. */
export function expiringBefore(
  documents: readonly StudentDocument[],
  courses: readonly CourseEnd[],
): ExpiredBeforeCourses[] {
  return documents.filter(hasLastDay).flatMap((document) => {
    const later = courses.filter(({ ends }) => document.expires_on < ends);
    return later.length > 0 ? [{ document, courses: later }] : [];
  });
}
