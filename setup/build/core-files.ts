import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startScriptOf } from './start-in-steps.ts';

type Chunk = { file: string; imports?: string[]; css?: string[]; assets?: string[] };
export type Manifest = Record<string, Chunk>;

/**
 * The modules whose files the service worker stores first, also in low-data mode: the start of the app, Home, and code
 * that is used only without a connection, which visits with a connection would not load.
 */
const coreModules = [
  'src/shell.html',
  'src/routes/index.tsx?tsr-split=component---loader',
  'src/home/lower/lower-sections.tsx',
  'src/app/after-first-paint.ts',
  'src/app/save-first-screen.ts',
  'src/pwa/register-worker.ts',
  'src/offline/low-data/low-data.ts',
  'src/offline/saved/saved-age.tsx',
  'src/offline/saved/storage-note.tsx',
];

function addFiles(manifest: Manifest, key: string, files: Set<string>): void {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no chunk for ${key}. Correct the list in setup/build.`);
  if (files.has(chunk.file)) return;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
  for (const imported of chunk.imports ?? []) addFiles(manifest, imported, files);
}

/**
 * Returns the paths of the files that the given modules need when they are loaded: the chunks of the modules, the
 * chunks that these import statically, and the style sheets of all of them.
 */
export function coreFilesOf(manifest: Manifest, modules: readonly string[] = coreModules): Set<string> {
  const files = new Set<string>();
  for (const key of modules) addFiles(manifest, key, files);
  return files;
}

/**
 * Marks the core files in the list of files that the service worker stores, so that it stores them first. The shell's
 * first script is added here, because Vite's manifest does not list it. Files outside `assets/` are core files too: the
 * shell, the web app manifest and the icon.
 */
export async function markCoreFiles<Entry extends { url: string }>(
  clientDir: string,
  entries: Entry[],
  modules: readonly string[] = coreModules,
) {
  const core = coreFilesOf(JSON.parse(await readFile(join(clientDir, '.vite', 'manifest.json'), 'utf8')), modules);
  core.add(startScriptOf(await readFile(join(clientDir, 'shell.html'), 'utf8')));
  const isCore = ({ url }: Entry) => core.has(url) || !url.startsWith('assets/');
  return { manifest: entries.map((entry) => (isCore(entry) ? { ...entry, isCore: true } : entry)) };
}
