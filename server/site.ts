import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { InjectOptions } from 'fastify';
import { getHeader } from '../contract/content.ts';
import { type App, type AppDeps, buildApp } from './app.ts';
import type { RenderPage as RenderDraft } from './content/editing/preview-document.ts';
import { readPicture } from './content/pictures/content-picture.repo.ts';
import { StartError } from './db/connection/start-error.ts';
import { servesDeveloperPages } from './env.ts';
import { assetRoutes } from './html/asset.routes.ts';
import { codeHosts, contentPolicyWith, newsHosts, paymentHosts } from './html/content-policy.ts';
import { HtmlDocument } from './html/document.ts';
import { htmlRoutes, type RenderPage, type RenderShell } from './html/html.routes.ts';
import { releaseOf } from './html/releases/pack-release.ts';
import { ReleaseArchive } from './html/releases/release-archive.ts';
import { staffPageRoutes } from './html/staff-page.routes.ts';
import { asInProcessCall } from './http/in-process-calls.ts';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const publicDir = fileURLToPath(new URL('../public/', import.meta.url));
const clientDir = join(dist, 'client');
const entry = join(dist, 'server/entry-server.js');

/**
 * Creates a `fetch` for the API calls of a page that is being rendered. It makes the calls within this process,
 * without the network.
 */
function createInProcessFetch(app: App): typeof fetch {
  return async (input, init) => {
    const { method = 'GET', headers = {} } = init ?? {};
    const request: InjectOptions = {
      method: method as NonNullable<InjectOptions['method']>,
      url: String(input),
      headers: headers as Record<string, string>,
    };
    // Mark the call, so that rate limits do not apply to it: the calls of all visitors' pages come from the same IP
    // address, this server's.
    const {
      body,
      statusCode,
      headers: responseHeaders,
    } = await asInProcessCall(async () => await app.server.inject(request));
    return new Response(body, { status: statusCode, headers: responseHeaders as Record<string, string> });
  };
}

/** Reads the academy's names from the loaded content. Empty if no content is loaded. */
async function readNames(send: typeof fetch): Promise<{ name?: string; short_name?: string }> {
  const response = await send(getHeader.url);
  if (!response.ok) return {};
  const { name, short_name } = getHeader.answers[200].parse(await response.json()).data.brand;
  return { name, short_name };
}

/**
 * The whole site. `saveRelease` stores the scripts and styles of this release, for pages that are still open when the
 * next release is served. Call it periodically.
 */
export type Site = App & { saveRelease: () => Promise<void> };

/** Builds the whole site: API, assets and server-rendered pages. @throws StartError when `dist/` is missing */
export async function buildSite(deps: Omit<AppDeps, 'release'>): Promise<Site> {
  const release = await releaseOf(clientDir);
  // A placeholder, replaced below by the function that renders pages. That function makes calls to `app`, so `app` must
  // be created first.
  let renderPage: RenderDraft = async () => null;
  const app = await buildApp({ ...deps, release, renderPage: (path) => renderPage(path) });
  const { PAYMENT_PROVIDER, CASHFREE_MODE, OTP_PROVIDER, NEWS_URL } = deps.env;
  const policy = contentPolicyWith(
    paymentHosts(PAYMENT_PROVIDER, CASHFREE_MODE),
    codeHosts[OTP_PROVIDER],
    newsHosts(NEWS_URL),
  );
  const isDev = deps.env.LANDFALL_DEV === '1';
  const folders = { client: isDev ? publicDir : clientDir, media: join(deps.env.CONTENT_DIR, 'media') };
  const spoolDir = join(deps.env.DATA_DIR, 'files', 'incoming');
  const archive = new ReleaseArchive({ db: deps.db, clock: deps.clock, blobs: app.blobs, clientDir, spoolDir });
  const send = createInProcessFetch(app);
  await assetRoutes(app.server, {
    folders,
    policy,
    rates: app.rates,
    readNames: () => readNames(send),
    servesPathLab: servesDeveloperPages(deps.env),
    readPicture: (path) => readPicture(deps.db, path),
    ...(isDev ? {} : { archive }),
  });
  if (isDev) {
    const { devPages } = await import('./html/dev-pages.ts');
    await devPages(app.server, send);
    return { ...app, saveRelease: async () => {} };
  }
  if (!existsSync(entry))
    throw new StartError('The site is not built. Start it with npm start, or build it first: npm run build');
  await staffPageRoutes(app.server, { clientDir, rates: app.rates });
  const bundle = (await import(pathToFileURL(entry).href)) as { render: RenderPage; renderShell: RenderShell };
  const document = await HtmlDocument.open(clientDir);
  const siteUrl = deps.env.PUBLIC_URL ?? `http://localhost:${deps.env.PORT}`;
  renderPage = async (path) =>
    document.compose(await bundle.render(new URL(path, siteUrl).href, '', send, { isPreview: true }), '');
  const pages = htmlRoutes(app.server, {
    document,
    render: bundle.render,
    renderShell: bundle.renderShell,
    send,
    rates: app.rates,
    policy,
    publicUrl: deps.env.PUBLIC_URL,
  });
  app.metrics?.observeQueue('pages', () => pages.rendering);
  return { ...app, saveRelease: () => archive.save(release) };
}
