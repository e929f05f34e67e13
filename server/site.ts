import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { InjectOptions } from 'fastify';
import { type App, type AppParts, buildApp } from './app.ts';
import { StartError } from './db/start-error.ts';
import { assetRoutes, releaseOf } from './html/asset.routes.ts';
import { codeHosts, contentPolicyWith, newsHosts, paymentHosts } from './html/content-policy.ts';
import { HtmlDocument } from './html/document.ts';
import { htmlRoutes, type RenderPage } from './html/html.routes.ts';
import { KeptReleases } from './html/kept-releases.ts';
import { asOwnCall } from './http/own-calls.ts';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const publicDir = fileURLToPath(new URL('../public/', import.meta.url));
const clientDir = join(dist, 'client');
const entry = join(dist, 'server/entry-server.js');

/** The page's own calls while it is rendered: answered in this process, without the network. */
function injectCalls(app: App): typeof fetch {
  return async (input, init) => {
    const { method = 'GET', headers = {} } = init ?? {};
    const call: InjectOptions = {
      method: method as NonNullable<InjectOptions['method']>,
      url: String(input),
      headers: headers as Record<string, string>,
    };
    // All visitors' pages call from one address, this process's: a limit on it would fail them for everybody.
    const answer = await asOwnCall(async () => await app.server.inject(call));
    return new Response(answer.body, { status: answer.statusCode, headers: answer.headers as Record<string, string> });
  };
}

/** `keepRelease` keeps the files of this release for pages that outlive it; the process runs it now and then. */
export type Site = App & { keepRelease: () => Promise<void> };

/** API, assets and server-rendered pages of the built site. @throws Error where `dist/` is missing */
export async function buildSite(parts: Omit<AppParts, 'release'>): Promise<Site> {
  const release = releaseOf(clientDir);
  const app = await buildApp({ ...parts, release });
  const { PAYMENT_PROVIDER, OTP_PROVIDER, NEWS_URL } = parts.env;
  const policy = contentPolicyWith(paymentHosts[PAYMENT_PROVIDER], codeHosts[OTP_PROVIDER], newsHosts(NEWS_URL));
  const isDev = parts.env.LANDFALL_DEV === '1';
  const folders = { client: isDev ? publicDir : clientDir, media: join(parts.env.CONTENT_DIR, 'media') };
  const spoolDir = join(parts.env.DATA_DIR, 'files', 'incoming');
  const kept = new KeptReleases({ db: parts.db, clock: parts.clock, blobs: app.blobs, clientDir, spoolDir });
  await assetRoutes(app.server, { folders, policy, ...(isDev ? {} : { kept }) });
  if (isDev) {
    const { devPages } = await import('./html/dev-pages.ts');
    await devPages(app.server, injectCalls(app));
    return { ...app, keepRelease: async () => {} };
  }
  if (!existsSync(entry))
    throw new StartError('The site is not built. Start it with npm start, or build it first: npm run build');
  const bundle = (await import(pathToFileURL(entry).href)) as { render: RenderPage };
  htmlRoutes(app.server, {
    document: await HtmlDocument.open(clientDir),
    render: bundle.render,
    send: injectCalls(app),
    rates: app.rates,
    policy,
    publicUrl: parts.env.PUBLIC_URL,
  });
  return { ...app, keepRelease: () => kept.keep(release) };
}
