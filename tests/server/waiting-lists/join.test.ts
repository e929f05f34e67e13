import { afterEach, describe, expect, it } from 'vitest';
import { contactStatus } from '../../../server/db/schema.ts';
import { openAcademy } from '../booking/academy.ts';
import { batches, courses, packages } from '../booking/academy-seed.ts';
import { addFire, expectInvariants, pay, placeOrder } from '../orders/ordering.ts';
import {
  clearLists,
  enlarge,
  entriesOf,
  entryOf,
  fill,
  joinFire,
  joinSea,
  leave,
  runJob,
  waitingFor,
} from './waiting.ts';

const academy = await openAcademy();
const { db, enrol } = academy;

afterEach(async () => {
  await expectInvariants(academy);
  await clearLists(academy);
});

describe('joining', () => {
  it('a student who joins a waiting list sees a position behind all students who joined before', async () => {
    const [first, second] = [await waitingFor(academy), await waitingFor(academy)];
    expect(await entryOf(first)).toMatchObject({ type: 'course', item_id: courses.fire, state: 'waiting', place: 1 });
    expect(await entryOf(second)).toMatchObject({ place: 2, offer_until: null, is_ordered: false, end_reason: null });
  });

  it('a student can join the waiting list of a package if one of its batches is full', async () => {
    const student = await waitingFor(academy, (one) => joinSea(one, batches.fireFull, batches.radarOpen));
    const entry = await entryOf(student);
    expect(entry).toMatchObject({ type: 'package', item_id: packages.sea, name: 'Sea Start' });
    expect(entry.batches.map(({ batch_id }) => batch_id)).toEqual([batches.radarOpen, batches.fireFull]);
  });

  it.each([
    ['a batch with free seats', batches.fireOpen, 'SEATS_AVAILABLE'],
    ['a closed batch', batches.fireClosed, 'BATCH_CLOSED'],
    ['a batch that starts today', batches.fireToday, 'BATCH_STARTED'],
    ['a batch of another course', batches.radarOpen, 'BATCH_NOT_OF_COURSE'],
    ['an unknown batch', 9999, 'NOT_FOUND'],
  ])(
    'no student can join the waiting list of a batch that is not full or cannot be booked: %s',
    async (_, batch, code) => {
      expect((await joinFire(await enrol(), batch)).json()).toMatchObject({ code });
    },
  );

  it('joining the waiting list of a package is refused if a course has no chosen batch or the package does not exist', async () => {
    const student = await enrol();
    const join = (package_id: number) =>
      student.send('POST', '/api/waiting-lists', {
        type: 'package',
        package_id,
        batches: [{ course_id: courses.fire, batch_id: batches.fireFull }],
      });
    expect((await join(packages.sea)).json()).toMatchObject({ code: 'PACKAGE_INCOMPLETE' });
    expect((await join(9999)).json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('a student whose email is not verified, or who may not book, cannot join a waiting list', async () => {
    const unverified = await enrol({ email_standing: contactStatus.unverified });
    expect((await joinFire(unverified)).json()).toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
    const barred = await enrol({ allowed_booking: false });
    expect((await joinFire(barred)).json()).toMatchObject({ code: 'BOOKING_NOT_ALLOWED' });
  });

  it('a student who has booked one batch of a course cannot join the waiting list of another batch of the course', async () => {
    const student = await enrol();
    await addFire(student);
    await pay(academy, student, await placeOrder(student));
    const refused = (await joinFire(student)).json();
    expect(refused).toMatchObject({ code: 'ALREADY_BOOKED', data: { batch_id: batches.fireFull } });
  });

  it('a student whose booked batch was cancelled can join the waiting list of another batch of the course', async () => {
    const student = await enrol();
    await addFire(student, batches.fireSeven);
    await pay(academy, student, await placeOrder(student));
    const publish = (publication: 'cancelled' | 'published') =>
      db
        .updateTable('batches')
        .set({ publication, status: publication === 'cancelled' ? 'closed' : 'open' })
        .where('id', '=', batches.fireSeven)
        .execute();
    await publish('cancelled');
    expect((await joinFire(student)).statusCode).toBe(200);
    await runJob(academy);
    expect(await entryOf(student)).toMatchObject({ state: 'waiting' });
    await publish('published');
    await runJob(academy);
    expect(await entryOf(student)).toMatchObject({ state: 'ended', end_reason: 'booked' });
  });

  it('a student who joins a waiting list twice at the same time gets one entry, and one request returns ALREADY_WAITING', async () => {
    const student = await enrol();
    const [one, two] = await Promise.all([joinFire(student), joinFire(student)]);
    const codes = [one, two].map((response) => response.json().code ?? 'joined');
    expect(codes.sort()).toEqual(['ALREADY_WAITING', 'joined']);
    expect(await entriesOf(student)).toHaveLength(1);
  });

  it('a student can be on at most five waiting lists', async () => {
    const student = await enrol();
    await fill(academy, batches.fireSeven);
    await fill(academy, batches.radarSeven);
    const joins = [
      await joinFire(student),
      await joinFire(student, batches.fireSeven),
      await joinSea(student, batches.fireFull, batches.radarOpen),
      await joinSea(student, batches.fireFull, batches.radarSeven),
      await joinSea(student, batches.fireSeven, batches.radarOpen),
    ];
    expect(joins.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    const sixth = await joinSea(student, batches.fireSeven, batches.radarSeven);
    expect(sixth.json()).toMatchObject({ code: 'TOO_MANY_WAITING' });
  });
});

describe('leaving', () => {
  it('everybody behind a student who leaves a waiting list moves up one position', async () => {
    const [first, second] = [await waitingFor(academy), await waitingFor(academy)];
    const { id } = await entryOf(first);
    expect((await leave(first, id)).json().data).toMatchObject([{ id, state: 'ended', end_reason: 'left' }]);
    expect(await entryOf(second)).toMatchObject({ place: 1 });
  });

  it('leaving a waiting list a second time succeeds, and a student who tries to remove another student’s entry gets 404', async () => {
    const [owner, stranger] = [await waitingFor(academy), await enrol()];
    const { id } = await entryOf(owner);
    expect((await leave(stranger, id)).statusCode).toBe(404);
    expect(await entryOf(owner)).toMatchObject({ state: 'waiting' });
    expect((await leave(owner, id)).statusCode).toBe(200);
    expect((await leave(owner, id)).statusCode).toBe(200);
  });

  it('a student who left a waiting list can join the list again at its end', async () => {
    const [first, second] = [await waitingFor(academy), await waitingFor(academy)];
    await leave(first, (await entryOf(first)).id);
    expect((await joinFire(first)).statusCode).toBe(200);
    const places = (await Promise.all([first, second].map(entriesOf))).flat().flatMap(({ place }) => place ?? []);
    expect(places).toEqual([2, 1]);
  });

  it('a waiting list entry that ended more than a week ago is no longer listed for the student', async () => {
    const student = await waitingFor(academy);
    const { id } = await entryOf(student);
    await leave(student, id);
    const ended_at = new Date(Date.now() - 8 * 86_400_000);
    await db.updateTable('waiting_entries').set({ ended_at }).where('id', '=', id).execute();
    expect(await entriesOf(student)).toEqual([]);
  });
});

it('a free seat is reserved for each student on a batch’s waiting list, and only further free seats are sold', async () => {
  await waitingFor(academy);
  const stranger = await enrol();
  await enlarge(academy, batches.fireFull, 1);
  const add = { type: 'course', course_id: courses.fire, batch_id: batches.fireFull };
  expect((await stranger.send('POST', '/api/cart/add', add)).json()).toMatchObject({ code: 'BATCH_FULL' });
  await enlarge(academy, batches.fireFull, 1);
  expect((await stranger.send('POST', '/api/cart/add', add)).statusCode).toBe(200);
});
