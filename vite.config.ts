import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { relative } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { buildLab } from './setup/build/build-lab.ts';
import { buildStaff } from './setup/build/build-staff.ts';
import { mantineForBrowsers, pdfDecoders, zodForBrowsers } from './setup/build/client-plugins.ts';
import { markCoreFiles } from './setup/build/core-files.ts';
import { hearBuild } from './setup/build/hear-build.ts';
import { htmlAtRoot } from './setup/build/html-at-root.ts';
import { addIntegrity } from './setup/build/integrity.ts';
import { partsInOne } from './setup/build/pack-parts.ts';
import { precompress } from './setup/build/precompress.ts';
import { startInSteps } from './setup/build/start-in-steps.ts';

const clientDir = 'dist/client';

// Each chunk that a page loads costs a round trip, so there are few. React and the rest of the framework have a chunk
// each. These change only with a dependency, so visitors' caches keep them across our releases. Modules that several
// pages share are in one chunk.
const startPieces: Array<[name: string, test: RegExp]> = [
  ['react', /node_modules[\\/](react|react-dom|scheduler)[\\/]/],
  ['framework', /node_modules[\\/]/],
];
/**
 * A pattern for modules whose path contains one of `paths`, which are regular expressions. `/` in them also matches the
 * backslash of Windows.
 */
const modulesAt = (...paths: string[]) => new RegExp(`[\\\\/](${paths.join('|').replaceAll('/', '[\\\\/]')})\\b`);

const chunkGroups = [
  ...startPieces.map(([name, test], place) => ({ name, test, tags: ['$initial' as const], priority: 9 - place })),
  { name: 'start', tags: ['$initial' as const], priority: 1 },
  // Small components of courses and lists, which every public page needs, together with what the pages of courses and
  // departments share. The latter is too little for a chunk of its own.
  {
    name: 'course-parts',
    test: modulesAt(
      'src/ui/(pictures/(course-picture|contour-backdrop)|price-tag|file-size|tabs/(tab-strip|move-along-tabs))',
      'src/lib/pictures',
      'src/catalogue/(next-batch|seat-count|course-layout|breadcrumb|missing-page)',
    ),
    priority: 1,
  },
  // Code that is common to all lists of courses.
  { name: 'list-parts', test: modulesAt('src/catalogue/list/filter-courses', 'src/offline/load-failed'), priority: 1 },
  // The compass rose, which many pages show.
  { name: 'compass-rose', test: modulesAt('src/ui/pictures/compass-rose'), priority: 2 },
  // Code that the pages of a signed-in student load: the cart, the outbox, the modules that Book Online shares with the
  // cart or with a course's page, and those that show the age of a saved copy.
  {
    name: 'student',
    test: modulesAt(
      'src/offline/outbox/(?!open-|anonymous|list/(?!use-waiting))',
      'src/cart/(cart.queries|login-redirect|price-when-added|changes/(refresh-cart|queue-reason|use-delivered-adds))',
      'src/checkout/resume/checkout-name',
      'src/booking/(booking(.queries|-page.module|-context)|use-booking|choosable-batches|adding/(add-notes|take-over))',
      'src/catalogue/batch-select',
      'src/ui/(as-of|links/plain-link)',
      'src/lib/format/as-of-text',
      'contract/(cart|submissions|booking.ts)',
      'machines/(cart-lines|batch-rules)',
      '@mantine/hooks/esm/use-debounced-value',
    ),
    priority: 1,
  },
  // Mantine's components in three chunks: for pages with buttons, for pages with fields, and for pages with dialogs.
  {
    name: 'controls',
    test: modulesAt(
      '@mantine/core/esm/(core|components/(UnstyledButton|Loader|Transition|Button|CloseButton))',
      '@mantine/hooks/esm/(use-(id|merged-ref|uncontrolled|did-update|reduced-motion)|utils)',
      'src/ui/links/action-button',
    ),
    priority: 1,
  },
  {
    name: 'fields',
    test: modulesAt('@mantine/core/esm/components/(Input|InputBase|TextInput)/'),
    priority: 1,
  },
  {
    name: 'dialogs',
    test: modulesAt(
      '@mantine/core/esm/components/(ScrollArea|Overlay|Paper|FocusTrap|ModalBase|Modal|Portal|VisuallyHidden)',
      '@mantine/hooks/esm/use-focus',
      'node_modules/(@floating-ui|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|get-nonce|tslib)',
    ),
    priority: 1,
  },
  {
    name: 'shared',
    // Leave out the modules that every page loads after its first paint. In a chunk with modules that only some pages
    // share, they would bring those to every page (decision 54, "Share a chunk only where it adds nothing to another
    // page").
    test: /[\\/](src[\\/](?!offline|lib[\\/]scrub)|contract[\\/](?!telemetry))/,
    minShareCount: 2,
    entriesAware: true,
  },
];

const atStart = /^assets\/(rolldown-runtime|react|framework|shell|start)-[\w-]{8}\.(js|css)$/;

// Files that are not precached: the PDF preview is large, and of no use offline, because students' files are never
// stored on the device.
const notPrecached = ['assets/open-pdf-*', 'assets/pdf*', 'assets/pdfjs-*/**'];
const notPacked = new RegExp(`${atStart.source}|^assets/(open-pdf-|pdf)`);

/**
 * By default, the bundler names a shared chunk after every page that uses it. Call it `shared` instead, which is
 * shorter.
 */
const fileName = (name: string, end: string) =>
  `assets/${name.startsWith('shared~') ? 'shared' : '[name]'}-[hash]${end}`;

/** A class name such as `panel-4f2a`. It is short, because it occurs in the style sheet, the script and the page. */
const classNameOf = (name: string, file: string) =>
  `${name}-${createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('hex')
    .slice(0, 4)}`;

export default defineConfig({
  appType: 'custom',
  css: { modules: { generateScopedName: classNameOf } },
  // Import the build of workbox-window for current browsers. The default is its build for old browsers, which is twice
  // as large.
  resolve: { alias: { 'workbox-window': 'workbox-window/build/workbox-window.prod.mjs' } },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // Put a page's component and loader into one chunk, and leave its error component in the first script, which
      // contains the error page already. By default, the error component would get a chunk of its own, which costs a
      // round trip.
      codeSplittingOptions: { defaultBehavior: [['component', 'loader']] },
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      quoteStyle: 'single',
    }),
    react(),
    zodForBrowsers(),
    mantineForBrowsers(),
    pdfDecoders(),
    startInSteps('src/shell.html'),
    htmlAtRoot('src/shell.html', 'shell.html'),
    partsInOne(clientDir, notPacked),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: [
          'shell.html',
          'assets/**/*.{js,css,woff2}',
          'assets/parts-*.json',
          'color-scheme.js',
          'manifest.webmanifest',
          'icons/favicon.svg',
        ],
        globIgnores: [...notPrecached, 'assets/staff/**'],
        manifestTransforms: [
          (entries) => markCoreFiles(clientDir, entries),
          (entries) => addIntegrity(clientDir, entries),
        ],
      },
    }),
  ],
  environments: {
    client: {
      build: {
        outDir: clientDir,
        manifest: true,
        modulePreload: {
          polyfill: false,
          // Do not preload the chunks with which the site starts, because they are loaded already. A preload would also
          // write their names into every dynamic import.
          resolveDependencies: (_, needed) => needed.filter((name) => !atStart.test(name)),
        },
        rolldownOptions: {
          input: 'src/shell.html',
          onLog: hearBuild,
          output: {
            codeSplitting: { groups: chunkGroups },
            chunkFileNames: ({ name }) => fileName(name, '.js'),
            assetFileNames: ({ names }) => fileName(names[0] ?? '', '[extname]'),
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        ssr: true,
        emptyOutDir: true,
        copyPublicDir: false,
        rollupOptions: { input: 'src/app/entry-server.tsx' },
      },
    },
  },
  builder: {
    buildApp: async (builder) => {
      // setup/build.mjs writes `dist/.landfall-stamp` after a complete build. Without this file, `npm start` builds
      // again.
      await rm('dist/.landfall-stamp', { force: true });
      for (const name of ['client', 'ssr']) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
        if (name !== 'client') continue;
        await buildLab({ outDir: clientDir, plugins: [react(), zodForBrowsers()] });
        await buildStaff({ outDir: clientDir, plugins: [react(), zodForBrowsers()] });
        await precompress(clientDir);
      }
    },
  },
});
