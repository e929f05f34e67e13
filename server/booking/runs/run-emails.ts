import { paths } from '../../../contract/pages.ts';
import { writeBody } from '../../providers/mail/email-body.ts';
import type { Email, Mail } from '../../providers/mail/mail.ts';
import type { StudentNotification } from '../../providers/push/push.ts';
import { type RunItem, runEmailKey } from './run.repo.ts';

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const academyTime = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

/** The days of a batch, such as `2 March 2027 to 4 March 2027`. */
function days(start: string, end: string): string {
  const first = longDay.format(new Date(start));
  return start === end ? first : `${first} to ${longDay.format(new Date(end))}`;
}

type Greet = (firstName: string) => string;

function textsOf({ kind, asks_choice, course_name }: Pick<RunItem, 'kind' | 'asks_choice' | 'course_name'>) {
  if (kind === 'cancel')
    return {
      subject: `Cancelled: ${course_name}. Please choose another batch or a refund`,
      opening: 'We are sorry: a batch that you have booked will not take place.',
      choice: 'Please choose another batch or a refund:',
      otherwise: 'If you do not choose until then, we will refund what you paid for it.',
    };
  return {
    subject: asks_choice ? `New dates for ${course_name}. Please choose` : `New dates for ${course_name}`,
    opening: 'We had to change the dates of a batch that you have booked. Your seat is yours on the new dates.',
    choice: 'Please accept the new dates, or choose another batch or a refund:',
    otherwise: 'If you do not choose until then, your seat on the new dates stays booked.',
  };
}

/** The subject of the email to the students of a cancelled batch. */
export const cancellationSubject = (course_name: string) =>
  textsOf({ kind: 'cancel', asks_choice: true, course_name }).subject;

/**
 * The subjects of the emails about a moved batch. `choice`: for students who are asked to choose. `email`: for all
 * others.
 */
export const moveSubjects = (course_name: string) => ({
  choice: textsOf({ kind: 'move', asks_choice: true, course_name }).subject,
  email: textsOf({ kind: 'move', asks_choice: false, course_name }).subject,
});

/**
 * The path that the email and the push message about a moved or cancelled batch open: the page on which the student
 * chooses what happens to the booking. If `token` is null, there is nothing to choose, and My Courses opens instead.
 */
const pagePath = (token: string | null) =>
  token === null ? `${paths.profile}?tab=courses` : `${paths.batchChoice}?t=${encodeURIComponent(token)}`;

/**
 * The texts of the push message about a cancelled or moved batch, for students who can choose (`choice`) and for
 * others.
 */
const pushTexts = {
  cancel: {
    choice: { title: 'A batch you booked is cancelled', body: 'Please choose another batch or a refund.' },
    noChoice: { title: 'A batch you booked is cancelled', body: 'Our office will contact you about it.' },
  },
  move: {
    choice: {
      title: 'New dates for a batch you booked',
      body: 'Please accept them, or choose another batch or a refund.',
    },
    noChoice: { title: 'New dates for a batch you booked', body: 'My Courses has the new dates.' },
  },
};

/**
 * The push message to a student of a moved or cancelled batch. Others may see it on a locked screen, so it names no
 * course.
 */
export function writeRunNotification(item: RunItem, token: string | null): StudentNotification {
  const { kind, student_id, order_id, batch_id } = item;
  return {
    studentId: student_id,
    kind: 'batch',
    dedupeKey: runEmailKey(item),
    // If a batch is moved twice, the second push message replaces the first one on the screen.
    tag: `batch:${batch_id}:${order_id}`,
    ...pushTexts[kind][token === null ? 'noChoice' : 'choice'],
    path: pagePath(token),
  };
}

/**
 * Writes the email to a student of a moved or cancelled batch. `token` is part of the link to the page on which the
 * student chooses; null if there is nothing to choose.
 */
export function writeRunEmail(
  mail: Mail,
  item: RunItem & { email: string },
  { token, greet }: { token: string | null; greet: Greet },
): Email {
  const { subject, opening, choice, otherwise } = textsOf(item);
  const { course_name, order_id, before_start, before_end, after_start, after_end } = item;
  const link = new URL(pagePath(token), mail.siteUrl);
  return {
    dedupeKey: runEmailKey(item),
    orderId: order_id,
    to: item.email,
    toName: `${item.first_name} ${item.last_name}`,
    subject,
    link: link.href,
    ...writeBody([
      greet(item.first_name),
      opening,
      {
        facts: [
          ['Course', course_name],
          ['You booked', days(before_start, before_end)],
          ...(after_start && after_end ? [['New dates', days(after_start, after_end)] as const] : []),
          ['Order number', order_id],
        ],
      },
      token === null ? '' : choice,
      { links: [[token === null ? 'My Courses' : 'Choose', link.href]] },
      token === null ? '' : `The link works until ${academyTime.format(item.choose_until)} (Indian time). ${otherwise}`,
    ]),
  };
}
