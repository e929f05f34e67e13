import type { Plugin } from 'vite';

/**
 * Vite plugin that moves a built HTML page to the root of the output folder. Without it, the page would be in the
 * folder of its source.
 */
export function htmlAtRoot(source: string, fileName: string): Plugin {
  return {
    name: 'landfall:html-at-root',
    enforce: 'post',
    generateBundle(_, bundle) {
      const page = bundle[source];
      if (page) page.fileName = fileName;
    },
  };
}
