import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { CalendarOptions } from '../../../../contract/staff/batches.ts';
import type { ContentBody } from '../../../../contract/staff/content.ts';
import { hire, signInAsStaff } from '../../../support/staff.ts';
import { startEditing } from './editor.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { app, edit, begin, previewLoad, exportsUnchanged } = await startEditing();
const registrar = await hire(app, 'registrar');
const keyed = () => ({ 'idempotency-key': crypto.randomUUID() });
const reason = 'rooms of the new building';

type PlaceKind = 'venues' | 'instructors';

async function publishNew(kind: PlaceKind, body: ContentBody): Promise<string> {
  const id = await begin(kind);
  const document = await edit(kind, id);
  await document.change(body);
  const published = await document.publish();
  expect(published.status, published.text).toBe(200);
  return id;
}

async function readOptions(): Promise<CalendarOptions> {
  const { body } = await app.call('GET', '/api/staff/calendar-options', {
    headers: await signInAsStaff(app, registrar),
  });
  return (body as { data: CalendarOptions }).data;
}

/** Creates a batch as a registrar does. */
async function createBatch(place: { venue_id?: string; instructor_id?: string }, start_date = '2031-02-03') {
  const course = (await readOptions()).courses.find(({ course_name }) =>
    course_name.startsWith('Elementary First Aid'),
  );
  const batch = { course_id: course?.id, start_date, capacity: 10, state: 'open', ignores_length: true, ...place };
  const headers = { ...(await signInAsStaff(app, registrar)), ...keyed() };
  return app.call('POST', '/api/staff/batches', { headers, body: { batches: [batch], reason } });
}

const simulator = { address: 'Bridge simulator 2, main block', exclusive: true };

it('a venue and an instructor can be chosen for a batch as soon as an editor has published them', async () => {
  const venue_id = await publishNew('venues', simulator);
  const instructor_id = await publishNew('instructors', { name: 'Capt. Leela Varghese' });
  expect([venue_id, instructor_id]).toEqual(['venue-1', 'instructor-1']);
  const { venues, instructors } = await readOptions();
  expect(venues).toContainEqual({ id: 'venue-1', address: simulator.address, is_exclusive: true });
  expect(instructors).toContainEqual({ id: 'instructor-1', name: 'Capt. Leela Varghese' });
  const created = await createBatch({ venue_id, instructor_id });
  expect(created.status, created.text).toBe(200);
});

it('changing the address of a venue without booked students needs no reason and changes the address shown for its courses', async () => {
  const campus = await edit('venues', 'campus');
  const { published } = await campus.open();
  const address = 'Landfall Maritime Academy, 16 Lighthouse Road, Chennai 600001';
  await campus.change({ address });
  expect(await campus.check()).toMatchObject({ faults: [], needs_reason: false, consequences: [] });
  expect((await campus.publish()).status).toBe(200);
  app.clock.advance(2000);
  const { body } = await app.call('GET', '/api/course?course_id=408&list_logistics=true');
  const [course] = (body as { data: { courses: { settings: { venue: string } }[] } }).data.courses;
  expect(course?.settings.venue).toBe(address);
  // A second change of the venue's address still changes the address of its courses.
  await campus.change({ address: published?.address });
  expect((await campus.publish()).status).toBe(200);
  const stored = await app.db.selectFrom('courses').select('detail').where('id', '=', 408).executeTakeFirstOrThrow();
  expect(stored.detail).toMatchObject({ settings: { venue: published?.address } });
});

it('a venue with the address of another venue and a script URL as map link is refused with an error for each of the two fields', async () => {
  const venue = await edit('venues', 'city-office');
  const taken = (await (await edit('venues', 'campus')).open()).published?.address;
  await venue.change({ address: taken, location_map_link: 'javascript:alert(1)' });
  const faults = (await venue.check()).faults.map(({ path }) => path);
  expect(faults).toEqual(expect.arrayContaining(['address', 'location_map_link']));
  expect(faults).toHaveLength(2);
  expect((await venue.publish()).status).toBe(422);
  await venue.post('discard', { revision: (await venue.open()).draft?.revision });
});

it('a venue or instructor that batches or courses use cannot be removed, and the refusal names the batches or courses', async () => {
  const venue = await edit('venues', 'venue-1');
  const refused = await venue.post('remove', { revision: 0, reason });
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'IN_USE',
      message:
        'This is the venue of these batches: Elementary First Aid (EFA) on 2031-02-03. Choose another venue for them in the calendar.',
    },
  });
  const usual = await (await edit('venues', 'campus')).post('remove', { revision: 0, reason });
  expect(usual.body).toMatchObject({
    code: 'IN_USE',
    message: expect.stringContaining('all courses that name no other one'),
  });
  const office = await (await edit('venues', 'city-office')).post('remove', { revision: 0, reason });
  expect(office.body).toMatchObject({ code: 'IN_USE', message: expect.stringContaining('these courses: ') });
  const teacher = await (await edit('instructors', 'instructor-1')).post('remove', { revision: 0, reason });
  expect(teacher.body).toMatchObject({ code: 'IN_USE', message: expect.stringContaining('Elementary First Aid') });
});

it('a venue without future batches can be removed and restored, and is not offered for batches while it is removed', async () => {
  const id = await publishNew('venues', { address: 'Fire ground, Royapuram' });
  const batch = { course_id: 408, capacity: 5, status: 'closed', venue_id: id } as const;
  const ended = { ...batch, start_date: '2026-01-05', end_date: '2026-01-06' };
  const cancelled = { ...batch, publication: 'cancelled', start_date: '2031-05-05', end_date: '2031-05-06' } as const;
  await app.db
    .insertInto('batches')
    .values([{ ...ended, publication: 'published' }, cancelled])
    .execute();
  const venue = await edit('venues', id);
  expect((await venue.post('remove', { revision: 0, reason })).status).toBe(200);
  expect((await readOptions()).venues.map((one) => one.id)).not.toContain(id);
  expect((await createBatch({ venue_id: id }, '2031-03-03')).body).toMatchObject({ code: 'NO_SUCH_PLACE' });
  const [version] = await venue.get<{ id: number }[]>('history');
  expect((await venue.post('restore', { revision: 0, version: version?.id, state: 'before' })).status).toBe(200);
  expect((await venue.publish()).status).toBe(200);
  expect((await readOptions()).venues.map((one) => one.id)).toContain(id);
});

it('if one staff member removes a venue while another assigns it to a batch, only one of the two changes succeeds', async () => {
  const id = await publishNew('venues', { address: 'Engine hall' });
  const outcomes = await Promise.all([
    (async () => (await edit('venues', id)).post('remove', { revision: 0, reason }))(),
    createBatch({ venue_id: id }, '2031-04-07'),
  ]);
  const done = outcomes.filter(({ status }) => status === 200);
  expect(done, JSON.stringify(outcomes.map(({ text }) => text))).toHaveLength(1);
});

it('loading content does not undo changes that editors have published to venues and instructors, and loading exported content changes nothing', async () => {
  expect(await previewLoad()).toEqual([]);
  await (await edit('instructors', 'iqbal-khan')).change({ name: 'Capt. Iqbal A. Khan' });
  expect((await (await edit('instructors', 'iqbal-khan')).publish()).status).toBe(200);
  const gone = await publishNew('instructors', { name: 'Capt. Gone' });
  expect((await (await edit('instructors', gone)).post('remove', { revision: 0, reason })).status).toBe(200);
  expect(await previewLoad()).toEqual(['kept instructor iqbal-khan (Capt. Iqbal A. Khan)']);
  const path = await exportsUnchanged();
  const { venues } = JSON.parse(await readFile(join(path, 'joining.json'), 'utf8'));
  expect(venues).toContainEqual({ id: 'venue-1', ...simulator });
  const { instructors } = JSON.parse(await readFile(join(path, 'calendar.json'), 'utf8'));
  expect(instructors).toContainEqual({ id: gone, name: 'Capt. Gone', is_active: false });
});
