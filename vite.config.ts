import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

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

export default defineConfig({
  appType: 'custom',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      quoteStyle: 'single',
    }),
    react(),
    shellAtRoot(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['shell.html', 'assets/**/*.{js,css}', 'color-scheme.js', 'fonts/*.woff2', 'icons/favicon.svg'],
      },
    }),
  ],
  environments: {
    client: {
      build: { outDir: 'dist/client', manifest: true, rollupOptions: { input: 'src/shell.html' } },
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
      }
    },
  },
});
