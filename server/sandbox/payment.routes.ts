import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Database } from '../db/schema.ts';
import { BatchQueue } from '../db/transactions/batch-queue.ts';
import type { PlainDeclaration } from '../http/mount/route-table.ts';
import type { Rates } from '../http/rates/rate-limits.ts';
import { foreignOrigin, notFound } from '../http/refusal.ts';
import { setPageHeaders } from '../http/security-headers.ts';
import {
  type AfterChoice,
  decide,
  findSession,
  type PaymentChoice,
  readPayee,
  type SandboxSession,
} from './payment.repo.ts';
import { paidAwayPage, paymentPage, paymentPagePolicy } from './payment-page.ts';

const readDeclaration: PlainDeclaration = { policy: 'public', rate: 'read', idempotency: 'safe' };
const writeDeclaration: PlainDeclaration = { policy: 'public', rate: 'write', idempotency: 'repeatable' };
const sessionSchema = z.object({ session: z.string().regex(/^[\w-]{32}$/) });
const choiceSchema = sessionSchema.extend({ choice: z.enum(['pay', 'decline', 'pending', 'pay-away']) });
const states = { pay: 'paid', 'pay-away': 'paid', decline: 'declined', pending: 'pending' } as const;

/**
 * Rejects forms that other sites send. A plain form cannot send the header by which API calls are protected. Instead,
 * the form is protected by the secret id of the payment session and by the browser's origin headers.
 * @throws Refusal 403
 */
function requireOwnForm(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const isSameOrigin =
    site === undefined ? !origin || URL.parse(origin)?.host === request.host : site === 'same-origin';
  if (!isSameOrigin) throw foreignOrigin('This form must come from the payment page.');
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
  return setPageHeaders(reply, paymentPagePolicy).send(html);
}

/**
 * The routes of the sandbox payment page, which takes the place of the payment provider's page. It is plain HTML
 * without scripts.
 */
export function sandboxPaymentRoutes(
  app: FastifyInstance,
  { db, rates }: { db: Kysely<Database>; rates: Rates },
): void {
  const find = async (params: unknown): Promise<SandboxSession> => {
    const read = sessionSchema.safeParse(params);
    const session = read.success ? await findSession(db, read.data.session) : null;
    if (!session) throw notFound();
    return session;
  };
  // Results that are chosen at the same time share a statement and its commit.
  const choices = new BatchQueue<PaymentChoice, AfterChoice | null>({
    concurrency: 2,
    maxBatchSize: 32,
    keyOf: ({ sessionId }) => sessionId,
    run: async (chosen) => (await decide(db, chosen)).map((result) => ({ result })),
  });
  const count = (request: FastifyRequest) =>
    rates.count(request.method === 'POST' ? 'write' : 'read', { address: request.ip, account: null });

  app.register(async (scope) => {
    // Accept the content type with which browsers send a form. The body is not used, because the forms have no fields.
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );

    scope.get(
      '/sandbox/pay/:session',
      { config: { plain: readDeclaration }, onRequest: count },
      async ({ params }, reply) => sendPage(reply, paymentPage(await find(params), await readPayee(db))),
    );

    scope.post(
      '/sandbox/pay/:session/:choice',
      { config: { plain: writeDeclaration }, onRequest: count },
      async (request, reply) => {
        requireOwnForm(request);
        const choice = choiceSchema.safeParse(request.params);
        if (!choice.success) throw notFound();
        const { session: sessionId, choice: chosen } = choice.data;
        const decided = await choices.add({ sessionId, state: states[chosen] });
        // If the payment already has a result or its session has expired, the button that was pressed changes nothing.
        // The browser still gets the page to which this button leads.
        const { returnUrl, payee } = decided ?? { ...(await find(request.params)), payee: await readPayee(db) };
        if (chosen === 'pay-away') return sendPage(reply, paidAwayPage(payee));
        return reply.header('cache-control', 'no-store').redirect(returnUrl, 303);
      },
    );
  });
}
