import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type PluginOption } from 'vite';
import { coreFilesOf, type Manifest } from './core-files.ts';
import { htmlAtRoot } from './html-at-root.ts';
import { integrityOf } from './integrity.ts';

/**
 * Leaves `src/ui/controls.css` out of the staff console. Components shared with the students' site import it to load
 * some of Mantine's style sheets. The console loads all of Mantine's style sheets at the start. If some were loaded
 * again later, they would override others that must come after them.
 */
const allStylesAtStart: PluginOption = {
  name: 'all-styles-at-start',
  enforce: 'pre',
  load: (id) => (id.endsWith('/src/ui/controls.css') ? '' : null),
};

const page = 'src/staff/staff.html';
const manifestName = '.vite/staff-manifest.json';
/** The modules that the console needs without a connection: those of its layout and of the pages for rosters. */
const offlineModules = [
  page,
  'src/staff/frame/staff-shell.tsx',
  'src/staff/rosters/rosters-page.tsx',
  'src/staff/rosters/roster-page.tsx',
  'src/ui/toasts/toast-region.tsx',
];

/**
 * Builds the staff console into `outDir`: `staff.html`, its scripts and styles in `assets/staff`, and its service
 * worker. It is a separate build, so that nothing of the console is loaded by students' pages or cached by the
 * students' service worker.
 */
export async function buildStaff({ outDir, plugins }: { outDir: string; plugins: PluginOption[] }): Promise<void> {
  const named = 'assets/staff/[name]-[hash]';
  const shared = { configFile: false, appType: 'custom', logLevel: 'warn' } as const;
  const target = { outDir, emptyOutDir: false, copyPublicDir: false };
  await build({
    ...shared,
    plugins: [...plugins, allStylesAtStart, htmlAtRoot(page, 'staff.html')],
    build: {
      ...target,
      manifest: manifestName,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: page,
        output: { entryFileNames: `${named}.js`, chunkFileNames: `${named}.js`, assetFileNames: `${named}[extname]` },
      },
    },
  });
  await build({
    ...shared,
    define: { staffFiles: JSON.stringify(await offlineFiles(outDir)) },
    build: {
      ...target,
      rolldownOptions: { input: 'sw/staff-sw.ts', output: { format: 'iife', entryFileNames: 'staff-sw.js' } },
    },
  });
}

type StoredFile = { url: string; revision: string | null; integrity?: string };

/** Returns the files that the console's service worker stores. A file needs no revision if its name contains a hash. */
async function offlineFiles(outDir: string): Promise<StoredFile[]> {
  const manifest: Manifest = JSON.parse(await readFile(join(outDir, manifestName), 'utf8'));
  // `coreFilesOf` returns only scripts and style sheets. Add the fonts, which Vite's manifest lists as `assets` of the
  // page.
  const files = [...coreFilesOf(manifest, offlineModules), ...(manifest[page]?.assets ?? [])];
  const assets = files.map((file) => ({ url: `/${file}`, revision: null }));
  // A file without a hash in its name gets an integrity hash. If a server of another release sends its own version of
  // the file, the hash does not match and the service worker is not installed.
  const unhashed = async (url: string, name: string) => {
    const integrity = await integrityOf(join(outDir, name));
    return { url, revision: integrity, integrity };
  };
  return [await unhashed('/staff', 'staff.html'), await unhashed('/color-scheme.js', 'color-scheme.js'), ...assets];
}
