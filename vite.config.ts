import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { buildLab } from './setup/build-lab.mjs';
import { coloursByName, pdfDecoders, zodForBrowsers } from './setup/client-plugins.mjs';
import { hearBuild } from './setup/hear-build.mjs';
import { partsInOne } from './setup/pack-parts.mjs';
import { precompress } from './setup/precompress.mjs';
import { startInSteps } from './setup/start-in-steps.mjs';

const clientDir = 'dist/client';

/** The built shell lies at the site's root, not under `src/`. */
function shellAtRoot(): Plugin {
  return {
    name: 'landfall:shell-at-root',
    enforce: 'post',
    generateBundle(_, bundle) {
      const shell = bundle['src/shell.html'];
      if (shell) shell.fileName = 'shell.html';
    },
  };
}

// A chunk of its own costs a round trip, so few are made beyond the start. The framework changes only with a dependency: a
// release of ours leaves it in the visitor's cache. What every first view needs comes in a handful of pieces that are fetched
// at once and run one by one (`start-in-steps`), and what pages share in one.
const startPieces: Array<[name: string, test: RegExp]> = [
  ['react', /node_modules[\\/](react|react-dom|scheduler)[\\/]/],
  ['zod', /node_modules[\\/]zod[\\/]/],
  ['router', /node_modules[\\/]@tanstack[\\/]/],
  ['framework', /node_modules[\\/]/],
  ['wire', /[\\/]contract[\\/]/],
];
const chunkGroups = [
  ...startPieces.map(([name, test], place) => ({ name, test, tags: ['$initial' as const], priority: 9 - place })),
  { name: 'start', tags: ['$initial' as const], priority: 1 },
  // What a course and its card are drawn with: pieces of a few hundred bytes each pack better in one.
  {
    name: 'course-parts',
    test: /[\\/]src[\\/](ui[\\/](course-picture|contour-backdrop|price-tag|file-size)|lib[\\/]pictures|catalogue[\\/](next-batch|seat-count|course-layout))\b/,
    priority: 1,
  },
  { name: 'tabs', test: /[\\/]src[\\/](ui[\\/](tab-strip|move-along-tabs)|catalogue[\\/]breadcrumb)\b/, priority: 1 },
  {
    name: 'shared',
    // What every page loads after its first view must not bring along what some pages share.
    test: /[\\/](src[\\/](?!offline|lib[\\/]scrub)|contract[\\/](?!telemetry))/,
    minShareCount: 2,
    entriesAware: true,
  },
];

const atStart = /^assets\/(rolldown-runtime|react|router|zod|framework|wire|shell|start)-[\w-]{8}\.(js|css)$/;

// The reader of PDFs is large and of no use without a connection: documents' files are kept nowhere.
const notKept = ['assets/open-pdf-*', 'assets/pdf*', 'assets/pdfjs-*/**'];
const notPacked = new RegExp(`${atStart.source}|^assets/(open-pdf-|pdf)`);

/** Shared chunks are named after every page that uses them, which says nothing and is long. */
const fileName = (name: string, end: string) =>
  `assets/${name.startsWith('shared~') ? 'shared' : '[name]'}-[hash]${end}`;

/** `panel-4f2a`: each name is in the sheet, the script and the page, so that the usual line number and longer hash weigh. */
const classNameOf = (name: string, file: string) =>
  `${name}-${createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('hex')
    .slice(0, 4)}`;

export default defineConfig({
  appType: 'custom',
  css: { modules: { generateScopedName: classNameOf } },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // What a page draws and what it asks for come in one chunk. The failure page stands in the first script already: a chunk
      // of its own would be one more round trip.
      codeSplittingOptions: { defaultBehavior: [['component', 'loader']] },
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      quoteStyle: 'single',
    }),
    react(),
    zodForBrowsers(),
    coloursByName(),
    pdfDecoders(),
    startInSteps('src/shell.html'),
    shellAtRoot(),
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
        globIgnores: notKept,
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
          // What every page has loaded by then needs no naming: the names weigh in each chunk that loads another.
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
      for (const name of ['client', 'ssr']) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
        if (name !== 'client') continue;
        await buildLab({ outDir: clientDir, plugins: [react(), zodForBrowsers()] });
        await precompress(clientDir);
      }
    },
  },
});
