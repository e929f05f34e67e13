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

it('a venue with an error must be corrected before it can be taken off the site, because it stays in the content files', async () => {
  await sql`insert into venues (id, address, detail) values ('pier', 'Pier', '{"logistics": 5}')`.execute(app.db);
  const pier = await edit('venues', 'pier');
  expect((await pier.post('remove', { revision: 0, reason })).status).toBe(422);
  await publish('venues', 'pier', { logistics: 'By boat' });
  await remove('venues', 'pier');
});

it('a document with a wrong value can be corrected although another one in its file names something twice', async () => {
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
