import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { startEditing } from './editor.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { app, edit, previewLoad, exportsUnchanged } = await startEditing();
const reason = 'new telephone system';

it('an editor who gives a reason can change the academy’s name and email, and the API call for the site header returns them', async () => {
  const brand = await edit('academy', 'brand');
  expect((await brand.open()).published).not.toHaveProperty('product');
  await brand.change({ name: 'Landfall Sea School', email: 'office@example.com' });
  const { changes, consequences, needs_reason } = await brand.check();
  expect(changes.map(({ label }) => label)).toEqual(['Name of the academy', 'Email']);
  expect(consequences).toEqual([expect.stringContaining('Every page')]);
  expect(needs_reason).toBe(true);
  expect((await brand.publish()).body).toMatchObject({ code: 'REASON_NEEDED' });
  expect((await brand.publish({ reason })).status).toBe(200);
  app.clock.advance(2000);
  const { body } = await app.call('GET', '/api/cms/header');
  expect((body as { data: { brand: object } }).data.brand).toMatchObject({
    ...{ name: 'Landfall Sea School', email: 'office@example.com', product: 'landfall' },
  });
  expect(await brand.get('history')).toMatchObject([{ reason }]);
});

it('invalid contacts of the academy, such as a script URL for the live chat, are refused and reported by field', async () => {
  const brand = await edit('academy', 'brand');
  await brand.change({ email: 'office', live_chat_url: 'javascript:alert(1)', support_phones: ['98765 40011'] });
  const paths = (await brand.check()).faults.map(({ path }) => path);
  expect(paths).toContain('support_phones');
  await brand.change({ support_phones: ['98765 40011', '98765 40012'] });
  expect((await brand.check()).faults.map(({ path }) => path).toSorted()).toEqual(['email', 'live_chat_url']);
  expect((await brand.publish({ reason })).status).toBe(422);
});

it('changed academy details for receipts are stored, exported, and kept when content is loaded', async () => {
  const receipt = await edit('academy', 'receipt');
  await receipt.change({ legal_name: 'Landfall Sea School Pvt. Ltd.' });
  expect((await receipt.publish({ reason: 'renamed' })).status).toBe(200);
  const stored = app.db.selectFrom('cms_documents').select('body').where('key', '=', 'receipt');
  expect((await stored.executeTakeFirstOrThrow()).body).toMatchObject({ legal_name: 'Landfall Sea School Pvt. Ltd.' });
  expect(await previewLoad()).toContain('kept page receipt');
  const folder = await exportsUnchanged();
  expect(JSON.parse(await readFile(join(folder, 'receipt.json'), 'utf8'))).toMatchObject({
    legal_name: 'Landfall Sea School Pvt. Ltd.',
  });
});
