import { expect, it } from 'vitest';
import type { Tx } from '../../../server/db/schema.ts';
import type { Email } from '../../../server/providers/mail/mail.ts';
import type { StudentNotification } from '../../../server/providers/push/push.ts';
import type { StoredEntry } from '../../../server/waiting-lists/entry.repo.ts';
import type { WaitingDeps } from '../../../server/waiting-lists/waiting-deps.ts';
import { announceOffer } from '../../../server/waiting-lists/waiting-emails.ts';

const entry: StoredEntry = {
  id: 1,
  type: 'course',
  item_id: 408,
  name: 'Fire Fighting',
  batches: [
    { course_id: 408, course_name: 'Fire Fighting', batch_id: 4081, start_date: '2027-09-09', end_date: '2027-09-11' },
  ],
  state: 'offered',
  place: null,
  offer_until: '2027-08-31T19:00:00.000Z',
  is_ordered: false,
  end_reason: null,
  created_at: '2027-08-01T06:30:00.000Z',
  firstName: 'Asha',
  student: { id: 'STUDENT', name: 'Asha Nair', email: 'asha@example.com' } as StoredEntry['student'],
};

it('the email and the push message about an offered seat write dates and the deadline as the screens do', async () => {
  const emails: Email[] = [];
  const pushes: StudentNotification[] = [];
  const deps = {
    mail: {
      siteUrl: 'https://landfall.example.com',
      queue: async (_: unknown, email: Email) => void emails.push(email),
    },
    notifications: { notify: async (_: unknown, push: StudentNotification) => void pushes.push(push) },
  } as unknown as WaitingDeps;
  await announceOffer({} as Tx, deps, entry);
  const [text, body] = [emails[0]?.text, pushes[0]?.body].map((one) => one?.replaceAll('\u00a0', ' '));
  expect(text).toContain('Fire Fighting: 9 Sep 2027 – 11 Sep 2027');
  expect(text).toContain('We hold it for you until 1 Sep 2027, 00:30 (Indian time).');
  expect(body).toContain('Book it by 1 Sep 2027, 00:30 (Indian time), or');
});
