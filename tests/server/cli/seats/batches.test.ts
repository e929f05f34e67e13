import { expect, it } from 'vitest';
import { hire } from '../../../support/staff.ts';
import { openAcademy } from '../../booking/academy.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import { addFire, expireHolds, pay, placeOrder } from '../../orders/ordering.ts';
import { countAudit, readAudit, readReadings, staffOf, untilWaiting } from '../staff.ts';

const academy = await openAcademy();
const { db, url, enrol } = academy;
const landfall = staffOf(url);
const why = ['--reason', 'plan of March'];
const moved = {
  before_start: '2097-02-26',
  before_end: '2097-02-28',
  after_start: '2097-03-05',
  after_end: '2097-03-07',
};

const readBatch = (id: number) =>
  db.selectFrom('batches').select(['status', 'capacity', 'taken']).where('id', '=', id).executeTakeFirstOrThrow();

it('“landfall batches set-seats” changes the capacity of a batch and records actor, arguments and values in the audit log', async () => {
  const { code, out, err } = await landfall('batches', 'set-seats', String(batches.fireSeven), '9', ...why);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toBe('batch 2 (Fire Fighting, 2026-04-11): 7 seats before, 9 now, 0 taken\n');
  expect(await readBatch(batches.fireSeven)).toMatchObject({ capacity: 9 });
  expect((await readAudit(db)).at(-1)).toEqual({
    actor: 'Priya (accounts)',
    command: 'batches set-seats',
    arguments: { batch_id: 2, capacity: 9, reason: 'plan of March', 'dry-run': false },
    before: { batch_id: 2, capacity: 7 },
    after: { batch_id: 2, capacity: 9, reason: 'plan of March' },
  });
});

it('“landfall batches set-seats --dry-run” changes nothing and prints what it would change', async () => {
  const before = await countAudit(db);
  const { code, out } = await landfall('batches', 'set-seats', String(batches.fireOpen), '44', '--dry-run', ...why);
  expect(code).toBe(0);
  expect(out).toContain('Dry run, nothing was changed');
  expect(out).toContain('30 seats before, 44 now');
  expect(await readBatch(batches.fireOpen)).toMatchObject({ capacity: 30 });
  expect(await db.selectFrom('batch_decisions').selectAll().where('batch_id', '=', batches.fireOpen).execute()).toEqual(
    [],
  );
  expect(await countAudit(db)).toBe(before);
});

it('“landfall batches set-seats” refuses a capacity below the number of taken seats and prints how many are taken', async () => {
  const student = await enrol();
  await addFire(student, batches.fireOpen);
  await placeOrder(student);
  const before = await countAudit(db);
  for (const dry of [[], ['--dry-run']]) {
    const { code, err } = await landfall('batches', 'set-seats', String(batches.fireOpen), '0', ...dry, ...why);
    expect(code).toBe(1);
    expect(err).toBe(
      "batch 1 (Fire Fighting, 2026-04-01) can't have 0 seats: 1 taken (0 booked, 1 held, 0 kept for the office)\n",
    );
  }
  expect((await landfall('batches', 'set-seats', String(batches.fireFull), '1', ...why)).err).toContain(
    '2 kept for the office',
  );
  expect(await readBatch(batches.fireOpen)).toMatchObject({ capacity: 30, taken: 1 });
  expect((await landfall('batches', 'set-seats', String(batches.fireOpen), '1', ...why)).code).toBe(0);
  expect(await countAudit(db)).toBe(before + 1);
});

it('“landfall batches set-seats” waits for a running booking transaction before it counts the taken seats', async () => {
  const booking = await db.startTransaction().execute();
  await booking.updateTable('batches').set({ taken: 5 }).where('id', '=', batches.radarSeven).execute();
  await booking.insertInto('seat_claims').values({ batch_id: batches.radarSeven, kind: 'office', seats: 5 }).execute();
  const setting = landfall('batches', 'set-seats', String(batches.radarSeven), '3', ...why);
  await untilWaiting(db);
  await booking.commit().execute();
  expect((await setting).err).toContain('5 taken');
  expect(await readBatch(batches.radarSeven)).toMatchObject({ capacity: 7, taken: 5 });
});

it('“landfall batches close” and “landfall batches open” change the status of a batch', async () => {
  const id = String(batches.radarOpen);
  // Commands use the clock of the machine, for which the batches of the tests are in the past.
  await db
    .updateTable('batches')
    .set({ start_date: '2096-04-02', end_date: '2096-04-04' })
    .where('id', '=', batches.radarOpen)
    .execute();
  expect((await landfall('batches', 'close', id, '--dry-run')).out).toContain('open before, closed now');
  expect(await readBatch(batches.radarOpen)).toMatchObject({ status: 'open' });
  const before = await countAudit(db);
  expect((await landfall('batches', 'close', id)).out).toContain('open before, closed now');
  expect(await readBatch(batches.radarOpen)).toMatchObject({ status: 'closed' });
  const student = await enrol();
  const add = { type: 'course', course_id: courses.radar, batch_id: batches.radarOpen };
  expect((await student.send('POST', '/api/cart/add', add)).json()).toMatchObject({ code: 'BATCH_CLOSED' });
  const again = await landfall('batches', 'close', id);
  expect(again).toMatchObject({ code: 0, out: 'batch 11 (Radar Simulator, 2096-04-02) is closed already\n' });
  expect((await landfall('batches', 'open', id)).code).toBe(0);
  expect((await student.send('POST', '/api/cart/add', add)).statusCode).toBe(200);
  expect((await readAudit(db)).slice(before)).toMatchObject([
    { command: 'batches close', before: { status: 'open' }, after: { status: 'closed' } },
    { command: 'batches open', before: { status: 'closed' }, after: { status: 'open' } },
  ]);
});

it('“landfall batches list” prints the seats and dates of batches in aligned columns', async () => {
  const { out } = await landfall('batches', 'list', '--course', String(courses.fire), '--ended');
  const [head, ...lines] = out.trimEnd().split('\n');
  expect(head).toBe(
    'batch  course  starts      ends        state  seats  booked  held  office  free  times  venue  instructor  name',
  );
  expect(lines).toHaveLength(6);
  expect(lines).toContain(
    `    3     101  2026-04-21  2026-04-23  done       2       0     0       2     0${' '.repeat(28)}Fire Fighting`,
  );
  expect((await landfall('batches', 'list', '--course', '999')).out).toBe('no batches\n');
});

it('the landfall batches commands refuse unknown batches and invalid arguments', async () => {
  expect(await landfall('batches', 'close', '777')).toEqual({ code: 1, out: '', err: 'there is no batch 777\n' });
  const wrong = [
    [['set-seats', '1'], "missing required argument 'capacity'"],
    [['set-seats', '1', '9'], '--reason: '],
    [['create', '101', '2096-02-30', '9'], '<start date>: must be a day like 2026-03-31'],
    [['create', '101', '2096-02-01', '9', '--times', '17:00-09:00'], '--times: must be times like 09:00-17:00'],
    [['set-seats', '1', 'many'], '<capacity>: must be a whole number'],
    [['set-seats', '99999999999', '1'], '<batch id>: must be a whole number'],
    [['set-seats', '1', '2', '3'], 'too many arguments'],
    [['close', '1', '--force'], "unknown option '--force'"],
    [['list', '--course', 'fire'], '--course: must be a whole number'],
  ] as const;
  for (const [words, reason] of wrong) {
    const { code, out, err } = await landfall('batches', ...words);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`error: ${reason}`);
    expect(err).toContain(`Usage: landfall batches ${words[0]}`);
  }
});

it('“landfall batches create” reports a clash with another batch, and the audit log records every command that changes a batch', async () => {
  await db.insertInto('venues').values({ id: 'bridge', address: 'Bridge 1', is_exclusive: true }).execute();
  const before = await countAudit(db);
  const create = (...more: string[]) =>
    landfall('batches', 'create', String(courses.fire), '2096-03-05', '8', '--venue', 'bridge', ...more, ...why);
  expect(await landfall('batches', 'create', '101', '2020-01-01', '8', ...why)).toMatchObject({
    code: 1,
    err: '2020-01-01 is not in the future; a batch starts tomorrow or later\n',
  });
  const { out } = await create('--office', '2', '--times', '09:00-12:00', '--draft');
  const [, id = ''] = /^batch (\d+) of course 101 is a draft\n$/.exec(out) ?? [];
  expect((await create('--times', '11:00-13:00')).out).toContain(
    `(Bridge 1) is taken on 2096-03-05 by batch ${id} (Fire Fighting)`,
  );
  expect((await landfall('batches', 'clashes')).out).toContain('venue: Bridge 1');
  expect((await landfall('batches', 'list', '--venue', 'bridge')).out).toContain('draft');
  expect((await landfall('batches', 'open', id)).out).toContain('draft before, open now');
  expect((await landfall('batches', 'move', id, '2096-03-12', ...why)).out).toContain(
    '2096-03-05 to 2096-03-07 before, 2096-03-12 to 2096-03-14 now',
  );
  expect((await landfall('batches', 'cancel', id, ...why)).err).toContain('2 kept for the office');
  expect((await landfall('batches', 'set-office', id, '9', ...why)).err).toContain(
    'at most 8 seats kept for the office',
  );
  expect((await landfall('batches', 'set-office', id, '0', ...why)).out).toContain(
    '2 seats kept for the office before, 0 now',
  );
  expect((await landfall('batches', 'cancel', id, ...why)).out).toContain('is cancelled');
  expect((await landfall('batches', 'open', id)).err).toContain('is cancelled; create a new one');
  expect((await readAudit(db)).slice(before).map(({ command }) => command)).toEqual(
    ['create', 'create', 'open', 'move', 'set-office', 'cancel'].map((name) => `batches ${name}`),
  );
  expect((await readAudit(db)).at(-1)).toMatchObject({ after: { state: 'cancelled', reason: 'plan of March' } });
});

it('“landfall batches affected” lists students of a batch who have booked or are paying, but none whose seat hold has expired', async () => {
  const place = async (first_name: string) => {
    const student = await enrol({ first_name, last_name: 'Rao', email: `${first_name}@example.com` });
    await addFire(student, batches.fireSeven);
    return { student, created: await placeOrder(student) };
  };
  const [paying, booked, expired] = [await place('paying'), await place('booked'), await place('expired')];
  await pay(academy, booked.student, booked.created);
  await expireHolds(academy, expired.created.order_id);
  const { out } = await landfall('batches', 'affected', String(batches.fireSeven));
  const [, ...lines] = out.trimEnd().split('\n');
  expect(lines.map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['booking', booked.created.order_id, 'booked Rao', 'booked@example.com'],
    ['hold', paying.created.order_id, 'paying Rao', 'paying@example.com'],
  ]);
  expect((await readReadings(db)).at(-1)).toMatchObject({ command: 'batches affected' });
});

it('when “landfall batches move” moves a batch a second time, students can no longer make the choice that the first move offered', async () => {
  const { id: staff_id } = await hire(academy, 'registrar');
  const { out } = await landfall('batches', 'create', String(courses.fire), moved.after_start, '8', ...why);
  const id = Number(/^batch (\d+) /.exec(out)?.[1]);
  const run = { kind: 'move' as const, asks_choice: true, reason: 'storm', staff_id, actor: 'Priya' };
  const choose_until = new Date(Date.now() + 86_400_000);
  await db
    .insertInto('batch_runs')
    .values({ batch_id: id, ...run, ...moved, choose_until })
    .execute();
  const isFinished = async () => {
    const found = db.selectFrom('batch_runs').select('finished_at').where('batch_id', '=', id);
    return (await found.executeTakeFirstOrThrow()).finished_at !== null;
  };
  expect((await landfall('batches', 'move', String(id), moved.after_start, ...why)).code).toBe(0);
  expect(await isFinished()).toBe(false);
  expect((await landfall('batches', 'move', String(id), '2097-03-12', ...why)).code).toBe(0);
  expect(await isFinished()).toBe(true);
});
