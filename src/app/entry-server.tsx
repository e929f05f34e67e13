import { QueryClientProvider } from '@tanstack/react-query';
import { type AnyRoute, createMemoryHistory } from '@tanstack/react-router';
import { createRequestHandler, RouterServer, renderSsrHtmlResponse } from '@tanstack/react-router/ssr/server';
import { renderToString } from 'react-dom/server';
import type { RenderedPage } from '../../contract/pages.ts';
import { contentQueries } from '../content/content.queries.ts';
import { createApi } from '../lib/api.ts';
import { markPreview } from '../lib/preview.ts';
import { setSiteAddress } from '../lib/site-address.ts';
import { lowData } from '../offline/low-data/low-data.ts';
import { pictureSizes } from '../offline/low-data/picture-sizes.ts';
import { NotFoundPage } from '../site/not-found/not-found-page.tsx';
import { AppProviders } from './providers.tsx';
import { createQueryClient } from './query-client.ts';
import { waitForTurn } from './render-turn.ts';
import { createAppRouter } from './router.ts';
import { isUnavailable } from './unavailable.ts';

type RenderOptions = { publicUrl?: string | undefined; isLowData?: boolean; isPreview?: boolean };

const bodyEnd = '<!--app-end--></body>';

const structuredDataScript = /<script type="application\/ld\+json"[^>]*>[^<]*<\/script>/g;

/**
 * Splits the rendered HTML into the part for the document's head, the page (`app`) and what follows it (`state`). The
 * head gets the title, meta and link elements, which React puts first, and all scripts with structured data (JSON-LD).
 * These scripts contain no `<` in their text, so a regular expression can find them.
 */
function splitMarkup(html: string): Pick<RenderedPage, 'head' | 'app' | 'state'> {
  const [whole = '', rest = ''] = html.replace(/^<!doctype html>/i, '').split('<!--app-end-->');
  const markup = whole.replace(structuredDataScript, '');
  const start = Math.max(markup.search(/<(?!title|meta|link|\/title)/), 0);
  const structuredData = whole.match(structuredDataScript) ?? [];
  return {
    head: markup.slice(0, start) + structuredData.join(''),
    app: markup.slice(start),
    state: rest.replace('</body>', ''),
  };
}

/**
 * Renders a public page. `send` executes the page's API calls; `nonce` is set on its inline scripts; `publicUrl` is the
 * site's public address, if it is configured; `isLowData` replaces pictures by links that state their size;
 * `isPreview`: the page is the preview of a draft (`src/lib/preview.ts`).
 */
export async function render(
  url: string,
  nonce: string,
  send: typeof fetch,
  { publicUrl, isLowData = false, isPreview = false }: RenderOptions = {},
): Promise<RenderedPage> {
  await waitForTurn();
  const queryClient = createQueryClient(createApi(send));
  if (publicUrl) setSiteAddress(queryClient, publicUrl);
  if (isPreview) markPreview(queryClient);
  if (isLowData) await queryClient.prefetchQuery(pictureSizes());
  const handle = createRequestHandler({
    request: new Request(url),
    createRouter: () => createAppRouter(queryClient, { NotFound: NotFoundPage, nonce }),
  });
  let routeIds: string[] = [];
  let isContentUnavailable = false;
  const response = await handle(async ({ router, responseHeaders }) => {
    routeIds = router.state.matches.map((match) => match.routeId);
    isContentUnavailable = isUnavailable(router.state.matches);
    await waitForTurn();
    return renderSsrHtmlResponse({
      router,
      responseHeaders,
      render: () =>
        renderToString(
          <QueryClientProvider client={queryClient}>
            <AppProviders lowData={isLowData ? lowData : null}>
              <RouterServer router={router} />
            </AppProviders>
          </QueryClientProvider>,
        ) + bodyEnd,
    });
  });
  const html = await response.text();
  queryClient.clear();
  const status = isContentUnavailable ? 503 : response.status;
  return { status, location: response.headers.get('location'), ...splitMarkup(html), routeIds };
}

/** Wait at most this many milliseconds for the academy's name: a shell page must also open while the database hangs. */
const namesTimeoutMs = 500;

async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/**
 * Returns what the server adds to the shell of a page: the title, `noindex` and the academy's name.
 * The title and `noindex` come from the `head` functions of the page's routes, without running the loaders. Both are
 * marked `data-shell`: the page's script removes the marked elements once it has rendered the page
 * (`src/app/first-view.ts`).
 */
export async function renderShell(url: string, send: typeof fetch): Promise<{ head: string; shortName: string }> {
  const queryClient = createQueryClient(createApi(send));
  await waitAtMost(namesTimeoutMs, queryClient.prefetchQuery({ ...contentQueries.header(), retry: false }));
  const brand = queryClient.getQueryData(contentQueries.header().queryKey)?.brand;
  const router = createAppRouter(queryClient, { NotFound: NotFoundPage });
  const history = createMemoryHistory({ initialEntries: [new URL(url).pathname] });
  router.update({ ...router.options, history });
  const routes = new Map<string, AnyRoute>(Object.entries(router.routesById));
  const matches = router.matchRoutes(router.latestLocation);
  const heads = await Promise.all(
    matches.map((found) => {
      const match = { ...found, context: { queryClient } };
      return routes.get(found.routeId)?.options.head?.({ matches, match, params: found.params, loaderData: undefined });
    }),
  );
  const metas = heads.flatMap((head) => head?.meta ?? []).filter((meta) => meta !== undefined);
  const title = metas.findLast((meta) => meta.title)?.title ?? '';
  const robots = metas.findLast(({ name }) => name === 'robots')?.content;
  const elements = [
    ...(title ? [`<title data-shell>${escapeHtml(title)}</title>`] : []),
    ...(robots ? [`<meta data-shell name="robots" content="${escapeHtml(robots)}">`] : []),
    ...(brand ? [`<meta name="application-name" content="${escapeHtml(brand.name)}">`] : []),
  ];
  queryClient.clear();
  return { head: elements.join(''), shortName: escapeHtml(brand?.short_name ?? '') };
}
