import type { Plugin } from 'vite';

/** Moves a built page from the folder of its source to the root of the build. */
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
