import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import type { ContentKind } from '../../../../contract/staff/content.ts';
import { startEditing } from './editor.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { app, edit } = await startEditing();
const reason = 'mistakes of an earlier release';

const publish = async (kind: ContentKind, id: string, fields: object) => {
  const document = await edit(kind, id);
  await document.change({ ...fields });
  const { status, text } = await document.publish({ reason });
  expect(status, text).toBe(200);
};
const remove = async (kind: ContentKind, id: string) => {
  const { status, text } = await (await edit(kind, id)).post('remove', { revision: 0, reason });
  expect(status, text).toBe(200);
};

type Owner = { course_id: number } | { package_id: number };
const discount = { type: 'fixed_amount', crossed_out_price: 'base-price' } as const;
const addDiscount = (id: number, owner: Owner, value: number) =>
  app.db
    .insertInto('discounts')
    .values({
      id,
      course_id: null,
      package_id: null,
      ...owner,
      ...discount,
      value,
      position: 9,
      starts_on: '2026-01-01',
    })
    .execute();
const readDiscounts = () =>
  app.db
    .selectFrom('discounts')
    .select(['id', 'starts_on'])
    .where((eb) => eb.or([eb('package_id', '=', 804), eb('course_id', '=', 408)]))
    .orderBy('id')
    .execute();
const readCourses = async (packageId: number) => {
  const rows = await sql<{ code: string }>`
    select c.course_code as code from package_courses p join courses c on c.id = p.course_id
    where p.package_id = ${packageId} order by p.position`.execute(app.db);
  return rows.rows.map(({ code }) => code);
};

/** Makes the course POLAR-B faulty by a discount that is larger than its fee. Returns the id of the course. */
async function breakPolar(): Promise<number> {
  const { id } = await app.db
    .selectFrom('courses')
    .select('id')
    .where('course_code', '=', 'POLAR-B')
    .executeTakeFirstOrThrow();
  await addDiscount(9004, { course_id: id }, 100_000_000);
  return id;
}
const repairPolar = (id: number) => publish('courses', String(id), { discounts: [] });

it('an editor can take a course that contains an error out of a package', async () => {
  const id = await breakPolar();
  expect(await readCourses(810)).toEqual(['PAX-CM', 'POLAR-B', 'MFA']);
  await publish('packages', '810', { course_codes: ['PAX-CM', 'MFA'] });
  expect(await readCourses(810)).toEqual(['PAX-CM', 'MFA']);
  await repairPolar(id);
});

it('a course with an error stays in booking groups and prerequisites until an editor removes it there', async () => {
  const polar = await breakPolar();
  const readGroup = async () => {
    const group = app.db.selectFrom('booking_groups').select('course_ids').where('id', '=', 6);
    return (await group.executeTakeFirstOrThrow()).course_ids;
  };
  const readRequired = async () => {
    const course = app.db.selectFrom('courses').select('prerequisites').where('course_code', '=', 'MFA');
    return (await course.executeTakeFirstOrThrow()).prerequisites.map(({ id }) => id);
  };
  const mfa = await app.db
    .selectFrom('courses')
    .select('id')
    .where('course_code', '=', 'MFA')
    .executeTakeFirstOrThrow();
  await publish('booking-groups', '6', { course_codes: ['POLAR-B'] });
  await publish('booking-groups', '6', { course_codes: ['POLAR-B', 'MFA'] });
  expect(await readGroup(), 'a course was added').toEqual([polar, mfa.id]);
  await sql`update booking_groups set position = -1 where id = 6`.execute(app.db);
  await publish('booking-groups', '6', { position: 6 });
  expect(await readGroup(), 'the group itself was corrected').toEqual([polar, mfa.id]);
  await publish('booking-groups', '6', { course_codes: ['MFA'] });
  expect(await readGroup(), 'the faulty course was removed').toEqual([mfa.id]);
  await publish('courses', String(mfa.id), { prerequisites: ['POLAR-B'] });
  await publish('courses', String(mfa.id), { prerequisites: ['POLAR-B', 'ROSC'] });
  expect((await readRequired())[0]).toBe(polar);
  await publish('courses', String(mfa.id), { prerequisites: ['ROSC'] });
  expect(await readRequired()).not.toContain(polar);
  await repairPolar(polar);
});

it('from a package or course, an editor can remove a discount that is larger than the fee', async () => {
  const tooLarge = 100_000_000;
  await addDiscount(9001, { package_id: 804 }, tooLarge);
  await addDiscount(9002, { package_id: 804 }, 100_000);
  await addDiscount(9003, { course_id: 408 }, tooLarge);
  const { published } = await (await edit('packages', '804')).open();
  expect(published?.discounts).toMatchObject([{ id: 2804 }, { id: 9001 }, { id: 9002 }]);
  const remaining = { ...discount, id: 9002, value: 1000 };
  await publish('packages', '804', { discounts: [remaining], course_codes: ['ROSC'] });
  await publish('courses', '408', { discounts: [] });
  expect(await readDiscounts(), 'the remaining one has lost its first day').toEqual([{ id: 9002, starts_on: null }]);
  expect(await readCourses(804)).toEqual(['ROSC']);
});

it('an editor can take a notice, a post and a booking group with errors off the site, even if another notice has an error', async () => {
  await sql`update notices set date = '2031-01-02', expiry_date = '2031-01-01' where id in (2, 3)`.execute(app.db);
  await sql`update posts set body = jsonb_set(body, '{title}', '5') where id = 2202`.execute(app.db);
  await sql`update booking_groups set position = -1 where id = 5`.execute(app.db);
  const ids = async (table: 'notices' | 'posts' | 'booking_groups') =>
    (await app.db.selectFrom(table).select('id').execute()).map(({ id }) => id);
  await remove('notices', '2');
  expect(await ids('notices')).not.toContain(2);
  expect(await ids('notices')).toContain(3);
  await remove('notices', '3');
  expect(await ids('notices')).not.toContain(3);
  await remove('posts', '2202');
  expect(await ids('posts')).not.toContain(2202);
  await remove('booking-groups', '5');
  expect(await ids('booking_groups')).not.toContain(5);
});

it('a venue with an error cannot be taken off the site before the error is corrected', async () => {
  await sql`insert into venues (id, address, detail) values ('pier', 'Pier', '{"logistics": 5}')`.execute(app.db);
  const pier = await edit('venues', 'pier');
  expect((await pier.post('remove', { revision: 0, reason })).status).toBe(422);
  await publish('venues', 'pier', { logistics: 'By boat' });
  await remove('venues', 'pier');
});

it('an editor can correct an invalid venue or booking group although other entries of the same content file have duplicate values', async () => {
  await sql`update booking_groups set position = -1 where id in (1, 3)`.execute(app.db);
  await sql`update booking_groups set course_ids = course_ids || course_ids[1] where id = 6`.execute(app.db);
  await publish('booking-groups', '1', { position: 1 });
  await publish('booking-groups', '3', { position: 3 });
  await remove('booking-groups', '2');

  await sql`update venues set detail = detail || '{"logistics": 5}' where id = 'campus'`.execute(app.db);
  await sql`insert into venues (id, address) values ('hall-1', 'Hall'), ('hall-2', 'Hall')`.execute(app.db);
  await publish('venues', 'campus', { logistics: 'By train' });
  const other = await edit('venues', 'city-office');
  await other.change({ address: 'Hall' });
  expect((await other.publish({ reason })).status, 'a third venue with this address').toBe(422);
});
