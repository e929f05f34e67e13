import { build, type PluginOption } from 'vite';

/**
 * Builds the path lab's panel into `outDir`: `path-lab.js` with all its dependencies, and `path-lab.css`. It is a separate
 * build. Otherwise the modules that it shares with pages would move to chunks of their own, which those pages would have to
 * fetch.
 */
export async function buildLab({ outDir, plugins }: { outDir: string; plugins: PluginOption[] }): Promise<void> {
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
        input: 'lab/panel/open-lab.tsx',
        output: { entryFileNames: 'path-lab.js', assetFileNames: 'path-lab[extname]', codeSplitting: false },
      },
    },
  });
}
