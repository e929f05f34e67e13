import { QueryClientProvider } from '@tanstack/react-query';
import { createRequestHandler, RouterServer } from '@tanstack/react-router/ssr/server';
import { renderSsrHtmlResponse } from '@tanstack/router-core/ssr/server';
import { renderToString } from 'react-dom/server';
import { createApi } from '../lib/api.ts';
import { setSiteAddress } from '../lib/site-address.ts';
import { lowData } from '../offline/low-data/low-data.ts';
import { pictureSizes } from '../offline/low-data/picture-sizes.ts';
import { NotFoundPage } from '../site/not-found-page.tsx';
import { AppProviders } from './providers.tsx';
import { createQueryClient } from './query-client.ts';
import { takeTurn } from './render-turn.ts';
import { createAppRouter } from './router.ts';
import { isUnavailable } from './unavailable.ts';

/** A page as the HTML server puts it into the document; `location` is set where the page sends the visitor elsewhere. 503: what it is about could not be asked for at present. */
export type Rendered = {
  status: number;
  location: string | null;
  head: string;
  app: string;
  state: string;
  routeIds: string[];
};

const bodyEnd = '<!--app-end--></body>';

const describing = /<script type="application\/ld\+json"[^>]*>[^<]*<\/script>/g;

/**
 * React puts a page's title, meta and links before the first element; they belong into the document's head. So does what
 * describes the page to search engines: it has no `<` in it, and the page in the browser does not draw it.
 */
function splitMarkup(html: string): Pick<Rendered, 'head' | 'app' | 'state'> {
  const [whole = '', rest = ''] = html.replace(/^<!doctype html>/i, '').split('<!--app-end-->');
  const markup = whole.replace(describing, '');
  const start = Math.max(markup.search(/<(?!title|meta|link|\/title)/), 0);
  const described = whole.match(describing) ?? [];
  return {
    head: markup.slice(0, start) + described.join(''),
    app: markup.slice(start),
    state: rest.replace('</body>', ''),
  };
}

/**
 * Renders a public page. `send` answers the page's own calls; `nonce` marks its inline scripts; `publicUrl` is the site's
 * address where it is configured; `isSparing`: without pictures, but with their sizes.
 */
export async function render(
  url: string,
  nonce: string,
  send: typeof fetch,
  { publicUrl, isSparing = false }: { publicUrl?: string | undefined; isSparing?: boolean } = {},
): Promise<Rendered> {
  await takeTurn();
  const queryClient = createQueryClient(createApi(send));
  if (publicUrl) setSiteAddress(queryClient, publicUrl);
  if (isSparing) await queryClient.prefetchQuery(pictureSizes());
  const handle = createRequestHandler({
    request: new Request(url),
    createRouter: () => createAppRouter(queryClient, { NotFound: NotFoundPage, nonce }),
  });
  let routeIds: string[] = [];
  let isLacking = false;
  const response = await handle(async ({ router, responseHeaders }) => {
    routeIds = router.state.matches.map((match) => match.routeId);
    isLacking = isUnavailable(router.state.matches);
    await takeTurn();
    return renderSsrHtmlResponse({
      router,
      responseHeaders,
      render: () =>
        renderToString(
          <QueryClientProvider client={queryClient}>
            <AppProviders lowData={isSparing ? lowData : null}>
              <RouterServer router={router} />
            </AppProviders>
          </QueryClientProvider>,
        ) + bodyEnd,
    });
  });
  const html = await response.text();
  queryClient.clear();
  const status = isLacking ? 503 : response.status;
  return { status, location: response.headers.get('location'), ...splitMarkup(html), routeIds };
}
