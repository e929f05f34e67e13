import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { openDocument, readCurrentContent } from '../../../../server/content/editing/read-document.ts';
import { startEditing } from './editor.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { app, edit } = await startEditing();
const reason = 'fees of the new year';
const readDiscounts = () =>
  app.db.selectFrom('discounts').select(['id', 'package_id', 'course_id', 'value']).orderBy('id').execute();

it('a new discount does not get the id of a removed discount', async () => {
  const [first, second] = [await edit('packages', '809'), await edit('packages', '810')];
  const highest = (await readDiscounts()).at(-1);
  expect(highest).toMatchObject({ package_id: 810 });
  for (const bundle of [first, second]) {
    await bundle.change({ discounts: [] });
    expect((await bundle.publish({ reason })).status).toBe(200);
  }
  const discount = { type: 'fixed_amount', value: 100.5, crossed_out_price: 'base-price' };
  await second.change({ discounts: [discount, discount] });
  expect((await second.publish({ reason })).status).toBe(200);
  const stored = await readDiscounts();
  expect(stored.slice(-2)).toMatchObject([{ package_id: 810, value: 10_050 }, { package_id: 810 }]);

  const notice = await edit('notices', '1');
  await notice.change({ title: 'Simulator closed on Friday' });
  expect((await notice.publish()).status).toBe(200);
  expect(await readDiscounts()).toEqual(stored);
  expect(stored.at(-2)?.id).toBeGreaterThan(highest?.id ?? 0);
});

it('a new discount does not get the id of a discount that an editor has added and removed', async () => {
  const discount = { type: 'fixed_amount', value: 50, crossed_out_price: 'base-price' };
  const [first, second] = [await edit('packages', '809'), await edit('packages', '810')];
  const ids = async () => (await readDiscounts()).map(({ id }) => id);
  await first.change({ discounts: [discount] });
  expect((await first.publish({ reason })).status).toBe(200);
  const removed = (await ids()).at(-1) ?? 0;
  await first.change({ discounts: [] });
  expect((await first.publish({ reason })).status).toBe(200);
  expect(await ids()).not.toContain(removed);

  const { draft, published } = await second.open();
  const present = (draft?.body ?? published)?.discounts as object[];
  await second.change({ discounts: [...present, discount] });
  expect((await second.publish({ reason })).status).toBe(200);
  expect((await ids()).at(-1)).toBe(removed + 1);
});

it('opening a package for editing reads no earlier versions of the content', async () => {
  await app.db.transaction().execute(async (blocking) => {
    await sql`lock table content_versions in access exclusive mode`.execute(blocking);
    const open = app.db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '10ms'`.execute(tx);
      return openDocument({ kind: 'packages', id: '810' }, await readCurrentContent(tx));
    });
    expect((await open)?.published).toMatchObject({ discounts: expect.any(Array) });
  });
});
