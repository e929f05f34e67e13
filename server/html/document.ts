import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RenderedPage } from '../../contract/pages.ts';
import { reducedDataScript } from './reduced-data.ts';
import { routeFilesOf } from './route-files.ts';

type ManifestChunk = { file: string; src?: string; isEntry?: boolean; imports?: string[]; css?: string[] };
type Manifest = Record<string, ManifestChunk>;

/** What the server adds to the shell: HTML elements for its head, and the short name of the academy. */
export type ShellTexts = { head: string; shortName: string };

const schemeScriptTag = '<script src="/color-scheme.js"></script>';
const stylesheetLink = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g;
/** The source file of a module that is loaded only by pages in low-data mode. */
const lowDataModule = 'src/offline/low-data/low-data.ts';
/** A pattern that finds pictures that the browser loads at once, not only when they come into view. */
const eagerPicture = /<img (?![^>]*loading="lazy")/;
const preloadLink = /<link rel="modulepreload"[^>]*href="\/([^"]+)"[^>]*>/g;
/** A pattern that finds the shell's first script (setup/build/start-in-steps.ts) and its path. */
const startScriptTag = /<script type="module"[^>]* src="\/([^"]+)"[^>]*><\/script>/;

/** A pattern that finds the CSS rules of the shell's skeleton (src/app/theme/waiting.css). */
const skeletonRule = /[^{}]*\.waiting-(?:header|row|page|title|bar)[^{}]*\{[^{}]*\}/g;

/**
 * Removes the skeleton, the placeholder that the shell shows until its page has rendered. A server-rendered page
 * needs none.
 */
export function withoutSkeleton(shell: string): string {
  return shell.replace(/\s*<!--waiting-->[\s\S]*<!--\/waiting-->/, '');
}

/** The template of server-rendered pages in two forms: the scripts first in the head, or last in the body. */
type Templates = Record<'scriptsFirst' | 'scriptsLast', string>;

/** Marks the place in a template where a page's script tags are inserted. */
const scriptsPlace = '<!--scripts-->';

const withoutScripts = (shell: string) => shell.replace(preloadLink, '').replace(startScriptTag, '');

/**
 * Makes the templates of server-rendered pages from the shell, by removing its skeleton and its links to style sheets
 * and scripts.
 */
function toTemplates(shell: string): Templates {
  const bare = withoutScripts(withoutSkeleton(shell).replace(stylesheetLink, ''));
  return {
    scriptsFirst: bare.replace('<!--head-->', () => `${scriptsPlace}<!--head-->`),
    scriptsLast: bare.replace('</body>', () => `${scriptsPlace}</body>`),
  };
}

/** The chunk with this key in the manifest, and all chunks that it imports, directly or indirectly. */
function chunksOf(manifest: Manifest, key: string, found = new Map<string, ManifestChunk>()) {
  const chunk = manifest[key];
  if (!chunk || found.has(key)) return found;
  found.set(key, chunk);
  for (const imported of chunk.imports ?? []) chunksOf(manifest, imported, found);
  return found;
}

/**
 * The manifest keys of the chunks with a route's component. The build puts the component into a chunk of its own,
 * apart from the rest of the route's code.
 */
function routeKeysOf(manifest: Manifest, routeId: string): string[] {
  const flat = routeId === '/' ? '/index' : routeId.replace(/\/$/, '/index').replaceAll('/', '.').replace(/^\./, '/');
  const nested = routeId === '/' ? '/index' : routeId.replace(/\/$/, '/index');
  return Object.keys(manifest).filter(
    (key) => key.startsWith(`src/routes${flat}.tsx?`) || key.startsWith(`src/routes${nested}.tsx?`),
  );
}

const inlineScript = (text: string, nonce: string) => `<script nonce="${nonce}">${text}</script>`;

/**
 * Orders script files for a browser that downloads six at a time, as over HTTP/1.1. First come the two largest,
 * because they take the longest, and the four smallest, which soon make room for others. The rest follow, the largest
 * first.
 */
function inLoadingOrder(files: readonly string[], sizes: ReadonlyMap<string, number>): string[] {
  const bySize = files.toSorted((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0));
  const rest = bySize.slice(2);
  return [...bySize.slice(0, 2), ...rest.slice(-4).reverse(), ...rest.slice(0, -4)];
}

/** `start`: path and text of the shell's first script. `sizes`: bytes of each script file, by its path. */
type ClientBuild = {
  shell: string;
  manifest: Manifest;
  styles: Map<string, string>;
  sizes: Map<string, number>;
  scheme: string;
  start: { path: string; text: string };
};

/** Builds complete HTML documents from the shell of the client build. */
export class HtmlDocument {
  readonly #shell: string;
  readonly #templates: Templates;
  readonly #manifest: Manifest;
  readonly #styles: Map<string, string>;
  readonly #sizes: Map<string, number>;
  readonly #scheme: string;
  readonly #start: ClientBuild['start'];
  readonly #entryCss: string[];
  readonly #entryScripts: string[];

  constructor(build: ClientBuild) {
    this.#shell = withoutScripts(build.shell).replace('</head>', `${scriptsPlace}</head>`);
    this.#templates = toTemplates(build.shell);
    this.#manifest = build.manifest;
    this.#styles = build.styles;
    this.#sizes = build.sizes;
    this.#scheme = build.scheme;
    this.#start = build.start;
    this.#entryCss = [...build.shell.matchAll(stylesheetLink)].map(([, href = '']) => href);
    this.#entryScripts = [...build.shell.matchAll(preloadLink)].map(([, path = '']) => path);
  }

  /** Reads the shell, the manifest and the style sheets of a client build from disk. */
  static async open(clientDir: string): Promise<HtmlDocument> {
    const [shell, manifestText, scheme] = await Promise.all(
      ['shell.html', '.vite/manifest.json', 'color-scheme.js'].map((name) => readFile(join(clientDir, name), 'utf8')),
    );
    const manifest = JSON.parse(manifestText ?? '{}') as Manifest;
    const files = new Set(Object.values(manifest).flatMap((chunk) => chunk.css ?? []));
    for (const [, href = ''] of (shell ?? '').matchAll(stylesheetLink)) files.add(href.slice(1));
    const styles = new Map<string, string>();
    for (const file of files) styles.set(`/${file}`, await readFile(join(clientDir, file), 'utf8'));
    // The script that sets the colour scheme is inlined in every page, so remove its comments.
    const bare = (scheme ?? '').replace(/^\s*\/\/.*$/gm, '').replace(/\n\s*/g, '\n');
    const [, path = ''] = startScriptTag.exec(shell ?? '') ?? [];
    const start = { path, text: path ? (await readFile(join(clientDir, path), 'utf8')).trim() : '' };
    const sizes = new Map<string, number>();
    for (const { file } of Object.values(manifest)) sizes.set(file, (await stat(join(clientDir, file))).size);
    return new HtmlDocument({ shell: shell ?? '', manifest, styles, sizes, scheme: bare.trim(), start });
  }

  /**
   * The HTML that is sent for a page that the server does not render: the shell with the page's title and the
   * academy's name. The styles of the shell's skeleton are inlined, so that the browser paints it at once. The chunks
   * of the page at `pathname` are preloaded; otherwise their download would start only after the first script has
   * run.
   */
  shellFor(pathname: string, nonce: string, texts: ShellTexts): string {
    const chunks = new Map<string, ManifestChunk>();
    for (const key of routeFilesOf(Object.keys(this.#manifest), pathname)) chunksOf(this.#manifest, key, chunks);
    const files = [...chunks.values()];
    return this.#shell
      .replace(stylesheetLink, '')
      .replace(schemeScriptTag, () => inlineScript(this.#scheme, nonce))
      .replace('<!--head-->', () => texts.head + this.#styleTags(files))
      .replace('<!--brand-->', () => texts.shortName)
      .replace(scriptsPlace, () => this.#scriptTags(files, nonce));
  }

  /**
   * The complete HTML of a rendered page. Its styles are inlined, its chunks are preloaded, and its inline scripts have
   * the nonce. The scripts come first. But if the page has pictures that load at once, the scripts come last, so that
   * the pictures load before them.
   */
  compose(page: RenderedPage, nonce: string, isLowData = false): string {
    const chunks = new Map<string, ManifestChunk>();
    for (const id of page.routeIds)
      for (const key of routeKeysOf(this.#manifest, id)) chunksOf(this.#manifest, key, chunks);
    if (isLowData) chunksOf(this.#manifest, lowDataModule, chunks);
    const template = eagerPicture.test(page.app) ? this.#templates.scriptsLast : this.#templates.scriptsFirst;
    return (isLowData ? template.replace('<html ', '<html data-low-data ') : template)
      .replace(schemeScriptTag, () => inlineScript(`${reducedDataScript}\n${this.#scheme}`, nonce))
      .replace('<!--head-->', () => page.head + this.#styleTags([...chunks.values()], skeletonRule))
      .replace('<!--app-->', () => page.app)
      .replace('<!--state-->', () => page.state)
      .replace(scriptsPlace, () => this.#scriptTags([...chunks.values()], nonce));
  }

  /**
   * The tags that load the scripts of a page: links that preload the entry scripts and `chunks`, and the start script,
   * which is inlined to save a request. The attribute `data-src` of the start script identifies the page's release
   * (src/lib/start-script.ts).
   */
  #scriptTags(chunks: ManifestChunk[], nonce: string): string {
    const files = new Set([...this.#entryScripts, ...chunks.map((chunk) => chunk.file)]);
    const links = inLoadingOrder([...files], this.#sizes).map(
      (file) => `<link rel="modulepreload" crossorigin href="/${file}">`,
    );
    const { path, text } = this.#start;
    return `${links.join('')}<script type="module" nonce="${nonce}" data-src="/${path}">${text}</script>`;
  }

  /**
   * The style sheets of the shell and of `chunks`, inlined without the rules that match `removedRules`. Each style
   * sheet also gets a disabled link, which loads nothing but keeps Vite from loading the style sheet with a chunk.
   */
  #styleTags(chunks: ManifestChunk[], removedRules = /$^/g): string {
    const css = new Set([...this.#entryCss, ...chunks.flatMap((chunk) => chunk.css ?? []).map((file) => `/${file}`)]);
    return [...css]
      .map(
        (href) =>
          `<style>${(this.#styles.get(href) ?? '').replace(removedRules, '')}</style><link rel="stylesheet" href="${href}" disabled>`,
      )
      .join('');
  }
}
