/**
 * Returns the path of the page's first script, such as `/assets/start-1a2b3c4d.js`; undefined in development. The hash
 * in the path identifies the release, because it depends on all chunks that the page may load. In a server-rendered
 * page the script is inline and has the path in `data-src`; in the saved shell the script has the path in `src`.
 */
export function readStartScript(page: Document): string | undefined {
  const script = page.querySelector<HTMLScriptElement>('script[type="module"]:is([src], [data-src])');
  const path = script?.dataset.src ?? script?.getAttribute('src') ?? undefined;
  return path?.startsWith('/assets/') ? path : undefined;
}
