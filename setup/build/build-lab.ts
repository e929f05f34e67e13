import { build, type PluginOption } from 'vite';

/**
 * Builds the panel of the path lab into `outDir`: `path-lab.js` with all its dependencies, and `path-lab.css`. It is a
 * separate build. In one build with the site, modules that the panel shares with pages would become chunks of their
 * own, so those pages would have to load more files.
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
