import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sparesData } from '../../contract/low-data.ts';
import { isShellPage } from '../../contract/pages.ts';
import { acceptedEncoding, toBrotli, toGzip } from '../http/content-encoding.ts';
import { guardPlainRoute } from '../http/mount/plain-route.ts';
import type { PlainDeclaration } from '../http/mount/route-table.ts';
import type { Rates } from '../http/rates/rate-limits.ts';
import { notFound } from '../http/refusal.ts';
import { requestUrlOf } from '../http/request-url.ts';
import { setPageHeaders } from '../http/security-headers.ts';
import { type ContentPolicy, contentPolicyWith } from './content-policy.ts';
import type { HtmlDocument, RenderedPage, ShellTexts } from './document.ts';

/** Renders a public page. `send` handles the API calls of the page's loaders. */
export type RenderPage = (
  url: string,
  nonce: string,
  send: typeof fetch,
  options?: { publicUrl?: string | undefined; isLowData?: boolean },
) => Promise<RenderedPage>;

/** Renders the texts of a page that is sent as the shell. */
export type RenderShell = (url: string, send: typeof fetch) => Promise<ShellTexts>;

/**
 * What the page routes need. `policy`: by default only the site's own host is allowed. `publicUrl`: the configured
 * address of the site, if any.
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
/** Seconds in the Retry-After header of a page whose content is not available. */
const retryAfterSeconds = 30;
/** Matches paths that are not pages, including every path with a file extension. */
const notPages = /^\/(api|sandbox|wp-json|media|assets)(\/|$)|\.[a-z0-9]{1,12}$/i;

/**
 * The Vary header of pages. Responses to the same address differ by the request headers in this list, so a cache must
 * store them separately.
 */
const pageVary = 'accept-encoding, cookie, save-data';

/**
 * Sends text in the best encoding that the client accepts. The compression is fast rather than strong, because its
 * result is used only once.
 */
async function sendCompressed(request: FastifyRequest, reply: FastifyReply, text: string) {
  const encoding = acceptedEncoding(request);
  if (!encoding) return reply.send(text);
  const compressed = encoding === 'br' ? await toBrotli(text, 7) : await toGzip(text);
  return reply.header('content-encoding', encoding).send(compressed);
}

function sendPage(request: FastifyRequest, reply: FastifyReply, html: string, policy: string) {
  setPageHeaders(reply.type('text/html; charset=utf-8'), policy);
  reply.header('cache-control', 'no-cache').header('vary', pageVary);
  return sendCompressed(request, reply, html);
}

/**
 * Serves all pages. Public pages are rendered by the server, all others get the shell. A missing file gets 404, never
 * the shell. `rendering` is the number of pages that are being rendered or wait for their turn (decision 48, "Render server
 * pages one at a time").
 */
export function htmlRoutes(app: FastifyInstance, deps: HtmlDeps): { readonly rendering: number } {
  const { document, render, renderShell, send, rates, publicUrl, policy = contentPolicyWith({}) } = deps;
  let rendering = 0;
  app.get('/*', { config: { plain: declared }, onRequest: guardPlainRoute(rates) }, async (request, reply) => {
    const url = requestUrlOf(request);
    if (notPages.test(url.pathname)) throw notFound();
    const nonce = randomBytes(16).toString('base64');
    if (isShellPage(url.pathname)) {
      const texts = await renderShell(url.href, send);
      return sendPage(request, reply, document.shellFor(url.pathname, nonce, texts), policy(nonce));
    }
    const isLowData = sparesData(request.headers.cookie ?? '', request.headers['save-data'] === 'on');
    rendering += 1;
    const page = await render(url.href, nonce, send, { publicUrl, isLowData }).finally(() => {
      rendering -= 1;
    });
    if (page.location) return reply.redirect(page.location, page.status);
    reply.code(page.status);
    if (page.status === 503) reply.header('retry-after', retryAfterSeconds);
    return sendPage(request, reply, document.compose(page, nonce, isLowData), policy(nonce));
  });
  return {
    get rendering() {
      return rendering;
    },
  };
}
