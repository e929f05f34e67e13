/**
 * Returns the path of the page's first script, such as `/assets/start-1a2b3c4d.js`; undefined in development. The hash
 * in its name identifies the release, because it depends on all chunks that the page may load. Pages from the server
 * contain the script itself and its path as `data-src`; the saved shell loads it by `src`.
 */
export function readStartScript(page: Document): string | undefined {
  const script = page.querySelector<HTMLScriptElement>('script[type="module"]:is([src], [data-src])');
  const path = script?.dataset.src ?? script?.getAttribute('src') ?? undefined;
  return path?.startsWith('/assets/') ? path : undefined;
}
