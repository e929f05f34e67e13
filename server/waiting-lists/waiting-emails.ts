import { paths } from '../../contract/pages.ts';
import type { WaitingEndReason } from '../../contract/waiting-lists.ts';
import type { Tx } from '../db/schema.ts';
import { today } from '../http/clock.ts';
import { formatDay } from '../pdf/pdf-text.ts';
import { type EmailPart, writeBody } from '../providers/mail/email-body.ts';
import type { StoredEntry } from './entry.repo.ts';
import type { WaitingDeps } from './waiting-deps.ts';

const clockTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', hourCycle: 'h23', timeZone: 'Asia/Kolkata' });

/** Formats a deadline as the screens do: `3 Sep 2027, 14:05 (Indian time)`. */
function formatDeadline(deadline: Date): string {
  const day = today({ now: () => deadline.getTime() });
  return `${formatDay(day)}, ${clockTime.format(deadline)} (Indian time)`;
}

const batchList = ({ batches }: StoredEntry): EmailPart => ({
  list: batches.map(({ course_name, start_date, end_date }) => {
    const [start, end] = [formatDay(start_date), formatDay(end_date)];
    return `${course_name}: ${start === end ? start : `${start} – ${end}`}`;
  }),
});

async function queueEmail(
  tx: Tx,
  mail: WaitingDeps['mail'],
  { firstName, student: { email, name } }: StoredEntry,
  content: { dedupeKey: string; subject: string; parts: EmailPart[]; link: readonly [label: string, path: string] },
): Promise<void> {
  if (email === null) return;
  const [label, path] = content.link;
  const link = new URL(path, mail.siteUrl).href;
  const { dedupeKey, subject, parts } = content;
  const body = writeBody([`Dear ${firstName},`, ...parts, { links: [[label, link]] }]);
  await mail.queue(tx, { dedupeKey, to: email, toName: name, subject, link, ...body });
}

const waitingListPath = `${paths.profile}?tab=courses`;

const ofOne = { free: 'A seat is free', them: 'it', areOffered: 'it is offered' };
/** The words for an offer of several seats: those of a package, which are offered together. */
const ofMany = { free: 'Seats are free', them: 'them', areOffered: 'they are offered' };

/**
 * Queues the email and the push message that offer free seats to a student on a waiting list, with the deadline of the
 * offer.
 */
export async function announceOffer(tx: Tx, { mail, notifications }: WaitingDeps, entry: StoredEntry): Promise<void> {
  const deadline = new Date(entry.offer_until ?? 0);
  const until = formatDeadline(deadline);
  const { free, them, areOffered } = entry.batches.length === 1 ? ofOne : ofMany;
  await notifications.notify(tx, {
    studentId: entry.student.id,
    kind: 'seat',
    dedupeKey: `waiting-offer:${entry.id}:${entry.offer_until}`,
    tag: `seat:${entry.id}`,
    title: `${free} for you`,
    body: `Book ${them} by ${until}, or ${areOffered} to the next student.`,
    path: waitingListPath,
    until: deadline,
  });
  await queueEmail(tx, mail, entry, {
    dedupeKey: `waiting-offer:${entry.id}:${entry.offer_until}`,
    subject: `${free}: ${entry.name}`,
    parts: [
      `${free} for you:`,
      batchList(entry),
      `We hold ${them} for you until ${until}. Open My Courses and choose "Book now" to pay.`,
      `If you do not book by then, ${areOffered} to the next student.`,
    ],
    link: ['Book now in My Courses', waitingListPath],
  });
}

type EndTexts = Record<Exclude<WaitingEndReason, 'left' | 'booked'>, string>;
const endTexts: EndTexts = {
  missed: 'The seat that we held for you was not booked in time, so it was offered to the next student.',
  removed: 'The academy has taken you off this waiting list. Please contact us if you have questions.',
  closed: 'This batch is closed for booking, so its waiting list has ended.',
  started: 'This batch has started, and no seat became free for you in time.',
  cancelled: 'This batch has been cancelled, so its waiting list has ended.',
};
const endTextsOfMany: EndTexts = {
  ...endTexts,
  missed: 'The seats that we held for you were not booked in time, so they were offered to the next student.',
  closed: 'One of these batches is closed for booking, so your place in the waiting list has ended.',
  started: 'One of these batches has started, and not all of them had a seat for you in time.',
  cancelled: 'One of these batches has been cancelled, so your place in the waiting list has ended.',
};

/** Queues the email that says why a waiting list entry has ended. */
export async function queueEndEmail(
  tx: Tx,
  mail: WaitingDeps['mail'],
  entry: StoredEntry,
  reason: keyof typeof endTexts,
): Promise<void> {
  await queueEmail(tx, mail, entry, {
    dedupeKey: `waiting-end:${entry.id}`,
    subject: `Waiting list ended: ${entry.name}`,
    parts: [
      (entry.batches.length === 1 ? endTexts : endTextsOfMany)[reason],
      batchList(entry),
      'You can look for other dates and join another waiting list.',
    ],
    link: ['Book Online', paths.bookOnline],
  });
}
