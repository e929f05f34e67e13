import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sessionHintCookie } from '../../contract/headers.ts';
import { prefersReducedData, sparesData } from '../../contract/low-data.ts';
import { isShellPage, paths, type RenderedPage } from '../../contract/pages.ts';
import { sendCompressed } from '../http/content-encoding.ts';
import { guardPlainRoute } from '../http/mount/plain-route.ts';
import type { PlainDeclaration } from '../http/mount/route-table.ts';
import type { Rates } from '../http/rates/rate-limits.ts';
import { notFound } from '../http/refusal.ts';
import { requestUrlOf } from '../http/request-url.ts';
import { setPageHeaders } from '../http/security-headers.ts';
import { type ContentPolicy, contentPolicyWith } from './content-policy.ts';
import type { HtmlDocument, ShellTexts } from './document.ts';

/**
 * Renders a public page. `send` handles the API calls of the page's route loaders. `isPreview`: the page is the preview
 * of a draft, which runs no scripts.
 */
export type RenderPage = (
  url: string,
  nonce: string,
  send: typeof fetch,
  options?: { publicUrl?: string | undefined; isLowData?: boolean; isPreview?: boolean },
) => Promise<RenderedPage>;

/** Renders the title and other texts of a page that is sent as the shell. `send` handles its API calls. */
export type RenderShell = (url: string, send: typeof fetch) => Promise<ShellTexts>;

/**
 * What the page routes need. `policy` is the Content-Security-Policy, which by default allows only the site's own
 * host. `publicUrl` is the configured URL of the site, if any.
 */
type HtmlDeps = {
  document: HtmlDocument;
  render: RenderPage;
  renderShell: RenderShell;
  send: typeof fetch;
  rates: Rates;
  policy?: ContentPolicy;
  publicUrl?: string | undefined;
};

const declared: PlainDeclaration = { policy: 'public', rate: 'read', idempotency: 'safe' };
/** Seconds in the Retry-After header of a page whose content is temporarily not available. */
const retryAfterSeconds = 30;
/** Matches paths that cannot be pages, such as those of the API, and every path with a file extension. */
const notPages = /^\/(api|sandbox|wp-json|media|assets)(\/|$)|\.[a-z0-9]{1,12}$/i;

/**
 * The Vary header of pages. Responses for the same URL differ by these request headers, so a cache must store them
 * separately.
 */
const pageVary = 'accept-encoding, cookie, save-data';

function sendPage(request: FastifyRequest, reply: FastifyReply, html: string, policy: string) {
  setPageHeaders(reply.type('text/html; charset=utf-8'), policy);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
  reply.header('vary', pageVary);
  return sendCompressed(request, reply, html);
}

/**
 * Whether the browser has the session-hint cookie, which says that a student may be signed in. The session itself is
 * checked by the API calls that the page makes.
 */
function hasSessionHint({ headers }: FastifyRequest): boolean {
  return (headers.cookie ?? '').split('; ').some((pair) => pair.startsWith(`${sessionHintCookie}=`));
}

/**
 * Returns a `fetch` for the API calls of a page that is being rendered. It sends the cookies of the student who
 * requested the page.
 */
function sendAs({ headers: { cookie = '' } }: FastifyRequest, send: typeof fetch): typeof fetch {
  return (input, init) => send(input, { ...init, headers: { ...(init?.headers as Record<string, string>), cookie } });
}

/**
 * Serves all pages of the site. Public pages are rendered by the server; for all others it sends the shell. A missing
 * file gets 404, never the shell. `rendering` is the number of pages that are being rendered or wait for their turn
 * (decision 48, "Render server pages one at a time").
 */
export function htmlRoutes(app: FastifyInstance, deps: HtmlDeps): { readonly rendering: number } {
  const { document, render, renderShell, send, rates, publicUrl, policy = contentPolicyWith({}) } = deps;
  let rendering = 0;
  app.get('/*', { config: { plain: declared }, onRequest: guardPlainRoute(rates) }, async (request, reply) => {
    const url = requestUrlOf(request);
    if (notPages.test(url.pathname)) throw notFound();
    const nonce = randomBytes(16).toString('base64');
    // Students get the page Book Online with its first offers in the HTML. Visitors may not see offers, so they get the
    // shell (decision 133, “Render the first offers of Book Online for signed-in students”).
    const isForStudent = url.pathname === paths.bookOnline && hasSessionHint(request);
    if (isShellPage(url.pathname) && !isForStudent) {
      const texts = await renderShell(url.href, send);
      return sendPage(request, reply, document.shellFor(url.pathname, nonce, texts), policy(nonce));
    }
    const cookies = request.headers.cookie ?? '';
    const isLowData = sparesData(cookies, request.headers['save-data'] === 'on' || prefersReducedData(cookies));
    rendering += 1;
    const sendCall = isForStudent ? sendAs(request, send) : send;
    const page = await render(url.href, nonce, sendCall, { publicUrl, isLowData }).finally(() => {
      rendering -= 1;
    });
    // Browsers keep a 301 without Cache-Control for as long as they like. If a page got its former name back, its two
    // URLs would then redirect to each other for ever.
    if (page.location) return reply.header('cache-control', 'no-cache').redirect(page.location, page.status);
    reply.code(page.status);
    if (isForStudent) reply.header('cache-control', 'private, no-cache');
    if (page.status === 503) reply.header('retry-after', retryAfterSeconds);
    return sendPage(request, reply, document.compose(page, nonce, isLowData), policy(nonce));
  });
  return {
    get rendering() {
      return rendering;
    },
  };
}
