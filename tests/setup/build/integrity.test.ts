import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { addIntegrity } from '../../../setup/build/integrity.ts';

it('the service worker’s list of files has integrity hashes for the app shell and its script, but not for the web manifest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-integrity-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ['shell.html', 'color-scheme.js']) await writeFile(join(folder, name), `text of ${name}`);
  const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
  const entries = ['shell.html', 'color-scheme.js', 'manifest.webmanifest', 'assets/start-1.js'].map((url) => ({
    url,
  }));
  expect(await addIntegrity(folder, entries)).toEqual({
    manifest: [
      { url: 'shell.html', integrity: hash('text of shell.html') },
      { url: 'color-scheme.js', integrity: hash('text of color-scheme.js') },
      { url: 'manifest.webmanifest' },
      { url: 'assets/start-1.js' },
    ],
  });
});
