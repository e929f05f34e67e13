import { describe, expect, it } from 'vitest';
import type { RunItem } from '../../../../server/booking/runs/run.repo.ts';
import { writeRunEmail, writeRunNotification } from '../../../../server/booking/runs/run-emails.ts';
import { outboxMail } from '../../../../server/providers/mail/mail-outbox.ts';
import { fakeClock } from '../../../support/clock.ts';

const mail = outboxMail({ clock: fakeClock(), siteUrl: 'https://academy.example.com' });
const item = {
  ...{ id: 1, run_id: 7, order_id: 'LF-2026-000123', student_id: 'asha', state: 'queued', to_batch_id: null },
  ...{ batch_id: 5, course_id: 101, course_name: 'Fire Fighting', kind: 'move', asks_choice: true },
  ...{ before_start: '2026-05-04', before_end: '2026-05-06', after_start: '2026-06-01', after_end: '2026-06-03' },
  ...{ first_name: 'Asha', last_name: 'Nair', email: 'asha@example.com' },
  choose_until: new Date('2026-05-10T18:30:00Z'),
} as const satisfies RunItem;
const cancelled = { ...item, kind: 'cancel', after_start: null, after_end: null } as const satisfies RunItem;
const token = 'a/token';
const write = (about: RunItem, link: string | null) =>
  writeRunEmail(mail, { ...about, email: item.email }, { token: link, greet: (name) => `Dear ${name},` });

const choiceLink = 'https://academy.example.com/batch-choice?t=a%2Ftoken';
const coursesLink = 'https://academy.example.com/profile?tab=courses';

describe('the email about a moved or cancelled batch', () => {
  it('the email about a moved batch has the old and new dates and, if the student may choose, a link with its expiry time', () => {
    expect(write(item, token)).toMatchObject({
      ...{ dedupeKey: 'batch-run:7:LF-2026-000123', orderId: 'LF-2026-000123', to: 'asha@example.com' },
      ...{ toName: 'Asha Nair', subject: 'New dates for Fire Fighting. Please choose', link: choiceLink },
      text: [
        'Dear Asha,',
        'We had to change the dates of a batch that you have booked. Your seat is yours on the new dates.',
        'Course: Fire Fighting\nYou booked: 4 May 2026 to 6 May 2026\nNew dates: 1 June 2026 to 3 June 2026\nOrder number: LF-2026-000123',
        'Please accept the new dates, or choose another batch or a refund:',
        `Choose: ${choiceLink}`,
        'The link works until 11 May 2026 at 00:00 (Indian time). If you do not choose until then, your seat on the new dates stays booked.',
      ].join('\n\n'),
    });
  });

  it('the email about a moved one-day batch names one old and one new date and, if the student has no choice, links to My Courses', () => {
    const oneDay = { ...item, asks_choice: false, before_end: '2026-05-04', after_end: '2026-06-01' };
    expect(write(oneDay, null)).toMatchObject({
      ...{ subject: 'New dates for Fire Fighting', link: coursesLink },
      text: [
        'Dear Asha,',
        'We had to change the dates of a batch that you have booked. Your seat is yours on the new dates.',
        'Course: Fire Fighting\nYou booked: 4 May 2026\nNew dates: 1 June 2026\nOrder number: LF-2026-000123',
        `My Courses: ${coursesLink}`,
      ].join('\n\n'),
    });
  });

  it('the email about a cancelled batch has no new dates and says that students who do not choose get a refund', () => {
    expect(write(cancelled, token)).toMatchObject({
      ...{ subject: 'Cancelled: Fire Fighting. Please choose another batch or a refund', link: choiceLink },
      text: [
        'Dear Asha,',
        'We are sorry: a batch that you have booked will not take place.',
        'Course: Fire Fighting\nYou booked: 4 May 2026 to 6 May 2026\nOrder number: LF-2026-000123',
        'Please choose another batch or a refund:',
        `Choose: ${choiceLink}`,
        'The link works until 11 May 2026 at 00:00 (Indian time). If you do not choose until then, we will refund what you paid for it.',
      ].join('\n\n'),
    });
  });
});

describe('the push message about a moved or cancelled batch', () => {
  it.each([
    [
      'moved, with a choice',
      item,
      token,
      'New dates for a batch you booked',
      'Please accept them, or choose another batch or a refund.',
    ],
    ['moved, without a choice', item, null, 'New dates for a batch you booked', 'My Courses has the new dates.'],
    [
      'cancelled, with a choice',
      cancelled,
      token,
      'A batch you booked is cancelled',
      'Please choose another batch or a refund.',
    ],
    [
      'cancelled, without a link',
      cancelled,
      null,
      'A batch you booked is cancelled',
      'Our office will contact you about it.',
    ],
  ])(
    'the push message about a batch (%s) says what the student can do, and opens My Courses or the page for the choice',
    (_, about, link, title, body) => {
      expect(writeRunNotification(about, link)).toEqual({
        ...{ studentId: 'asha', kind: 'batch', dedupeKey: 'batch-run:7:LF-2026-000123' },
        ...{ tag: 'batch:5:LF-2026-000123', title, body },
        path: link === null ? '/profile?tab=courses' : '/batch-choice?t=a%2Ftoken',
      });
    },
  );
});
