import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createDeleteExpired } from '../../../server/auth/delete-expired.ts';
import { day, fakeClock, hour, minute } from '../../support/clock.ts';
import { createTestDatabase } from '../../support/database.ts';
import { createStudent } from '../../support/student.ts';

const { db } = await createTestDatabase();
const clock = fakeClock();
const student = await createStudent(db);
const at = (milliseconds: number) => new Date(clock.now() + milliseconds);
const hash = () => randomBytes(32);

const insertSession = (lastSeen: number, expires: number) =>
  db
    .insertInto('sessions')
    .values({
      ...{ token_hash: hash(), student_id: student.id, user_agent: null, created_at: at(-day) },
      ...{ last_seen_at: at(lastSeen), expires_at: at(expires) },
    })
    .execute();

const insert = {
  session: (expires: number) => insertSession(-1, expires),
  'session that is not used': (lastSeen: number) => insertSession(lastSeen, day),
  'lookup ticket': (expires: number) =>
    db
      .insertInto('lookup_tickets')
      .values({ token_hash: hash(), student_id: student.id, expires_at: at(expires) })
      .execute(),
  'used one-time-code token': (used: number) =>
    db
      .insertInto('used_code_tokens')
      .values({ token_hash: hash(), ticket_hash: hash(), student_id: student.id, used_at: at(used) })
      .execute(),
  'count of password tries': (next: number) =>
    db
      .insertInto('password_source_tries')
      .values({ key: hash().toString('hex'), tries: 5, next_at: at(next) })
      .execute(),
  'password reset link': (created: number) =>
    db
      .insertInto('password_resets')
      .values({ token_hash: hash(), student_id: student.id, created_at: at(created), expires_at: at(created + 1) })
      .execute(),
};
const tables = {
  session: 'sessions',
  'session that is not used': 'sessions',
  'lookup ticket': 'lookup_tickets',
  'used one-time-code token': 'used_code_tokens',
  'count of password tries': 'password_source_tries',
  'password reset link': 'password_resets',
} as const;

it.each([
  ['session', 0, 1],
  ['session that is not used', -30 * day, -30 * day + 1],
  ['lookup ticket', 0, 1],
  ['used one-time-code token', -day - 1, -day],
  ['count of password tries', -hour, -hour + 1],
  ['password reset link', -day - 1, -day],
] as const)(
  'expired sign-in data of the kind “%s” is deleted, but not data that expires a moment later',
  async (kind, expired, valid) => {
    await db.deleteFrom(tables[kind]).execute();
    await insert[kind](expired);
    await insert[kind](valid);
    const count = async () =>
      (
        await db
          .selectFrom(tables[kind])
          .select(({ lit }) => lit(1).as('one'))
          .execute()
      ).length;
    expect(await count()).toBe(2);
    await createDeleteExpired({ db, clock })();
    expect(await count()).toBe(1);
  },
);

it('expired sign-in data, such as lookup tickets, is deleted from the database at most once an hour', async () => {
  const deleteExpired = createDeleteExpired({ db, clock });
  await deleteExpired();
  await insert['lookup ticket'](0);
  const count = async () => (await db.selectFrom('lookup_tickets').select('expires_at').execute()).length;
  const before = await count();
  clock.advance(59 * minute);
  await deleteExpired();
  expect(await count()).toBe(before);
  clock.advance(minute);
  await deleteExpired();
  expect(await count()).toBeLessThan(before);
});
