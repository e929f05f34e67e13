import { expect, it, vi } from 'vitest';
import { searchSite } from '../../../../contract/search.ts';
import { startEditing } from './editor.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { app, edit } = await startEditing();

async function titles(query: string): Promise<string[]> {
  const { body } = await app.call('GET', `/api/search?q=${encodeURIComponent(query)}`);
  return searchSite.answers[200].parse(body).data.results.map(({ title }) => title);
}

it('a second after an editor renames a department or removes a post, the site search finds the new name and no longer the post', async () => {
  const [department, post] = [await edit('departments', '1'), await edit('posts', '2101')];
  const { title } = await post.open();
  expect(await titles(title)).toContain(title);
  await department.change({ department_name: 'Department of Lighthouses' });
  const published = await department.publish({ reason: 'renamed by the board' });
  expect(published.status, published.text).toBe(200);
  const removed = await post.post('remove', { revision: 0, reason: 'withdrawn by its author' });
  expect(removed.status, removed.text).toBe(200);
  app.clock.advance(1001);
  expect(await titles('lighthouses')).toContain('Department of Lighthouses');
  expect(await titles(title)).not.toContain(title);
});
