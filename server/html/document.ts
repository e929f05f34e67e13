import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { routeFilesOf } from './route-files.ts';

type ManifestChunk = { file: string; src?: string; isEntry?: boolean; imports?: string[]; css?: string[] };
type Manifest = Record<string, ManifestChunk>;

/** One rendered page, as the built bundle answers it. */
export type RenderedPage = {
  status: number;
  location: string | null;
  head: string;
  app: string;
  state: string;
  routeIds: string[];
};

const blockingScheme = '<script src="/color-scheme.js"></script>';
const stylesheet = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g;
/** What a page that spares data is drawn with. */
const lowDataPart = 'src/offline/low-data/low-data.ts';
const startScripts = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;

/** Rules of the picture that stands in a page's place (src/app/waiting.css). */
const pictureRule = /[^{}]*\.waiting-(?:header|row|page|title|bar)[^{}]*\{[^{}]*\}/g;

/** The shell without the picture that stands in a page's place until it is drawn: a rendered page is there at once. */
export function withoutPicture(shell: string): string {
  return shell.replace(/\s*<!--waiting-->[\s\S]*<!--\/waiting-->/, '');
}

/** The shell without its picture and stylesheets, and its scripts last: a rendered page asks for its first picture before them. */
function toTemplate(shell: string): string {
  const scripts = [...shell.matchAll(startScripts)].map(([tag]) => tag).join('');
  const bare = withoutPicture(shell).replace(stylesheet, '').replace(startScripts, '');
  return bare.replace('</body>', () => `<!--preloads-->${scripts}</body>`);
}

function chunksOf(manifest: Manifest, key: string, found = new Map<string, ManifestChunk>()) {
  const chunk = manifest[key];
  if (!chunk || found.has(key)) return found;
  found.set(key, chunk);
  for (const imported of chunk.imports ?? []) chunksOf(manifest, imported, found);
  return found;
}

/** File-route id to the source whose split component the manifest names. */
function sourceOf(manifest: Manifest, routeId: string): string[] {
  const wanted = routeId === '/' ? '/index' : routeId.replace(/\/$/, '/index').replaceAll('/', '.').replace(/^\./, '/');
  const plain = routeId === '/' ? '/index' : routeId.replace(/\/$/, '/index');
  return Object.keys(manifest).filter(
    (key) => key.startsWith(`src/routes${wanted}.tsx?`) || key.startsWith(`src/routes${plain}.tsx?`),
  );
}

/** The built shell, and how a server-rendered page is put into it. */
export class HtmlDocument {
  readonly #shell: string;
  readonly #template: string;
  readonly #manifest: Manifest;
  readonly #styles: Map<string, string>;
  readonly #scheme: string;
  readonly #entryCss: string[];

  constructor(parts: { shell: string; manifest: Manifest; styles: Map<string, string>; scheme: string }) {
    this.#shell = parts.shell;
    this.#template = toTemplate(parts.shell);
    this.#manifest = parts.manifest;
    this.#styles = parts.styles;
    this.#scheme = parts.scheme;
    this.#entryCss = [...parts.shell.matchAll(stylesheet)].map(([, href = '']) => href);
  }

  /** Reads `shell.html`, the manifest and the styles of a client build. */
  static async open(clientDir: string): Promise<HtmlDocument> {
    const [shell, manifestText, scheme] = await Promise.all(
      ['shell.html', '.vite/manifest.json', 'color-scheme.js'].map((name) => readFile(join(clientDir, name), 'utf8')),
    );
    const manifest = JSON.parse(manifestText ?? '{}') as Manifest;
    const files = new Set(Object.values(manifest).flatMap((chunk) => chunk.css ?? []));
    for (const [, href = ''] of (shell ?? '').matchAll(stylesheet)) files.add(href.slice(1));
    const styles = new Map<string, string>();
    for (const file of files) styles.set(`/${file}`, await readFile(join(clientDir, file), 'utf8'));
    // It stands in every page: what it says to who reads the file stays behind.
    const bare = (scheme ?? '').replace(/^\s*\/\/.*$/gm, '').replace(/\n\s*/g, '\n');
    return new HtmlDocument({ shell: shell ?? '', manifest, styles, scheme: bare.trim() });
  }

  /**
   * The shell as the first answer to a page of one student: its picture with the styles that it needs, to be painted at
   * once, and what the page at `pathname` is drawn by asked for at once instead of after the first script has run.
   */
  shellFor(pathname: string, nonce: string): string {
    const chunks = new Map<string, ManifestChunk>();
    for (const key of routeFilesOf(Object.keys(this.#manifest), pathname)) chunksOf(this.#manifest, key, chunks);
    const late = [...chunks.values()].filter((chunk) => !this.#shell.includes(`/${chunk.file}"`));
    const preloads = late.map((chunk) => `<link rel="modulepreload" crossorigin href="/${chunk.file}">`);
    return this.#shell
      .replace(stylesheet, '')
      .replace(blockingScheme, () => this.#schemeScript(nonce))
      .replace('<!--head-->', () => this.#styleTags(late))
      .replace('</head>', () => `${preloads.join('')}</head>`);
  }

  /** The whole page: critical styles inlined, the matched routes' chunks preloaded, inline scripts marked with the nonce. */
  compose(page: RenderedPage, nonce: string, isSparing = false): string {
    const chunks = new Map<string, ManifestChunk>();
    for (const id of page.routeIds)
      for (const key of sourceOf(this.#manifest, id)) chunksOf(this.#manifest, key, chunks);
    if (isSparing) chunksOf(this.#manifest, lowDataPart, chunks);
    const preloads = [...chunks.values()]
      .filter((chunk) => !this.#shell.includes(`/${chunk.file}"`))
      .map((chunk) => `<link rel="modulepreload" crossorigin href="/${chunk.file}">`);
    const template = isSparing ? this.#template.replace('<html ', '<html data-low-data ') : this.#template;
    return template
      .replace(blockingScheme, () => this.#schemeScript(nonce))
      .replace('<!--head-->', () => page.head + this.#styleTags([...chunks.values()], pictureRule))
      .replace('<!--app-->', () => page.app)
      .replace('<!--state-->', () => page.state)
      .replace('<!--preloads-->', preloads.join(''));
  }

  #schemeScript(nonce: string): string {
    return `<script nonce="${nonce}">${this.#scheme}</script>`;
  }

  /** Styles of the start and of the chunks, inlined. The disabled link loads nothing: it tells a chunk that its style is there. */
  #styleTags(chunks: ManifestChunk[], leftOut = /$^/g): string {
    const css = new Set([...this.#entryCss, ...chunks.flatMap((chunk) => chunk.css ?? []).map((file) => `/${file}`)]);
    return [...css]
      .map(
        (href) =>
          `<style>${(this.#styles.get(href) ?? '').replace(leftOut, '')}</style><link rel="stylesheet" href="${href}" disabled>`,
      )
      .join('');
  }
}
