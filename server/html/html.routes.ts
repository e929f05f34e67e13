import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sparesData } from '../../contract/low-data.ts';
import { isShellPage } from '../../contract/pages.ts';
import type { PlainDeclaration } from '../http/declared.ts';
import type { Rates } from '../http/guard.ts';
import { addressOf } from '../http/page-address.ts';
import { guardPlain } from '../http/plain.ts';
import { notFound } from '../http/refusal.ts';
import { compress } from './compress.ts';
import { type ContentPolicy, contentPolicyWith } from './content-policy.ts';
import type { HtmlDocument, RenderedPage } from './document.ts';

/** Renders a public page; `send` answers the calls that the page's loaders make. */
export type RenderPage = (
  url: string,
  nonce: string,
  send: typeof fetch,
  options?: { publicUrl?: string | undefined; isSparing?: boolean },
) => Promise<RenderedPage>;

/** `policy`: without it no host but the site's own is allowed. `publicUrl`: where it is configured. */
export type HtmlParts = {
  document: HtmlDocument;
  render: RenderPage;
  send: typeof fetch;
  rates: Rates;
  policy?: ContentPolicy;
  publicUrl?: string | undefined;
};

const declared: PlainDeclaration = { policy: 'public', rate: 'read', idempotency: 'safe' };
/** Seconds after which to ask again for a page that lacks what it is about. */
const comeAgain = 30;
const notPages = /^\/(api|sandbox|wp-json|media|assets)(\/|$)|\.[a-z0-9]{1,12}$/i;

/** What a rendered page differs by: whatever keeps it must tell its forms apart. */
const variesBy = 'accept-encoding, cookie, save-data';

function sendPage(request: FastifyRequest, reply: FastifyReply, html: string, policy: string) {
  reply.type('text/html; charset=utf-8').header('content-security-policy', policy);
  reply.header('cache-control', 'no-cache').header('vary', variesBy);
  return compress(request, reply, html);
}

/** Pages: public ones rendered here, those about one student as the shell. A missing file is 404, never the shell. */
export function htmlRoutes(app: FastifyInstance, parts: HtmlParts): void {
  const { document, render, send, rates, publicUrl, policy = contentPolicyWith({}) } = parts;
  app.get('/*', { config: { plain: declared }, onRequest: guardPlain(rates) }, async (request, reply) => {
    const url = addressOf(request);
    if (notPages.test(url.pathname)) throw notFound();
    const nonce = randomBytes(16).toString('base64');
    if (isShellPage(url.pathname))
      return sendPage(request, reply, document.shellFor(url.pathname, nonce), policy(nonce));
    const isSparing = sparesData(request.headers.cookie ?? '', request.headers['save-data'] === 'on');
    const page = await render(url.href, nonce, send, { publicUrl, isSparing });
    if (page.location) return reply.redirect(page.location, page.status);
    reply.code(page.status);
    if (page.status === 503) reply.header('retry-after', comeAgain);
    return sendPage(request, reply, document.compose(page, nonce, isSparing), policy(nonce));
  });
}
