import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { hearBuild } from './setup/hear-build.mjs';
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

/** Decoders of old scans lie beside each other under a version's name: the reader of PDFs asks for one when a file needs it. */
function pdfDecoders(): Plugin {
  const folder = join(import.meta.dirname, 'node_modules/pdfjs-dist');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return {
    name: 'landfall:pdf-decoders',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      for (const name of ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js']) {
        const source = readFileSync(join(folder, 'wasm', name));
        this.emitFile({ type: 'asset', fileName: `assets/pdfjs-${version}/${name}`, source });
      }
    },
  };
}

/** What of Zod the browser never needs: the JSON Schema writer of the server's API page, English texts of its own, and eval. */
function zodForBrowsers(): Plugin {
  const writer = /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/;
  const texts = /zod\/v4\/locales\/en\.js$/;
  const probe = /export const allowsEval = [\s\S]*?\n\}\);/;
  return {
    name: 'landfall:zod-for-browsers',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      // Every rule whose text a person reads brings its own; the rest is for developers, who have the server's logs.
      if (texts.test(id)) return "export default () => ({ localeError: ({ code }) => 'Invalid input: ' + code });";
      // The content policy forbids eval, and a browser reports the mere try, made before any of our lines could switch it off.
      if (probe.test(code) && id.includes('/zod/'))
        return code.replace(probe, 'export const allowsEval = { value: false };');
      if (!writer.test(id)) return null;
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
      const absent = "() => { throw new Error('The browser bundle writes no JSON Schema') }";
      return `const absent = ${absent};\n${names.map((name) => `export const ${name} = () => absent;`).join('\n')}`;
    },
  };
}

/** A browser reads colours from the sheet, by their names; the scales behind it (1 KB packed) stay where the sheet is made. */
function coloursByName(): Plugin {
  const scales = /(@mantine\/core\/esm\/core\/MantineProvider\/default-colors\.mjs|src\/app\/scales\.ts)$/;
  return {
    name: 'landfall:colours-by-name',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: (code, id) => (scales.test(id) ? code.replace(/(['"])#[0-9a-f]{6}\1/gi, "''") : null),
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
  {
    name: 'shared',
    // What every page loads after its first view must not bring along what some pages share.
    test: /[\\/](src[\\/](?!offline|lib[\\/]scrub)|contract[\\/](?!telemetry))/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 1_000,
  },
];

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
          'color-scheme.js',
          'manifest.webmanifest',
          'icons/favicon.svg',
        ],
        // The reader of PDFs is large and of no use without a connection: documents' files are kept nowhere.
        globIgnores: ['assets/open-pdf-*', 'assets/pdf*', 'assets/pdfjs-*/**'],
      },
    }),
  ],
  environments: {
    client: {
      build: {
        outDir: clientDir,
        manifest: true,
        modulePreload: { polyfill: false },
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
        if (name === 'client') await precompress(clientDir);
      }
    },
  },
});
