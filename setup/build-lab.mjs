import { build } from 'vite';

/**
 * Builds the path lab's panel into `outDir`: `path-lab.js` with all that it needs, and `path-lab.css`. A build of its own: in
 * the site's, what the panel shares with pages would move to chunks that every one of those pages fetches.
 */
export async function buildLab({ outDir, plugins }) {
  await build({
    configFile: false,
    appType: 'custom',
    logLevel: 'warn',
    plugins,
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: 'src/lab/open-lab.tsx',
        output: { entryFileNames: 'path-lab.js', assetFileNames: 'path-lab[extname]', codeSplitting: false },
      },
    },
  });
}
