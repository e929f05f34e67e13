import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeScratchFolder } from '../../../tests/support/scratch-folder.ts';
import type { SiteServer } from './site-server.ts';

/**
 * Changes one JSON file of the academy's content and loads the changed content into the site, as staff do. `file`: its
 * path in the content folder; `change`: changes the parsed content of the file in place.
 */
export async function loadChangedContent<Content>(
  site: Pick<SiteServer, 'command'>,
  file: string,
  change: (content: Content) => void,
): Promise<void> {
  const folder = await makeScratchFolder('landfall-content-');
  await cp(fileURLToPath(new URL('../../../content', import.meta.url)), folder, { recursive: true });
  const path = join(folder, file);
  const content: Content = JSON.parse(await readFile(path, 'utf8'));
  change(content);
  await writeFile(path, JSON.stringify(content));
  await site.command('content', 'load', folder);
  await rm(folder, { recursive: true, force: true });
}
