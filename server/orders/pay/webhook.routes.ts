import type { FastifyInstance, FastifyRequest } from 'fastify';
import { policyRefusals } from '../../../contract/endpoint.ts';
import { receivePaymentUpdate } from '../../../contract/payments.ts';
import type { Rates } from '../../http/rates/rate-limits.ts';
import { refuse } from '../../http/refusal.ts';
import { receiveWebhook, type WebhookDeps } from './webhook.ts';

const bodyLimit = 64 * 1024;

/**
 * The webhook of the payment provider. Its calls lack the sign-in session, the header and the origin that calls of our
 * pages have. The signature over the raw body authenticates them. Only rejected calls count against the rate limit,
 * because many valid ones come from one IP address when many students pay.
 */
export function webhookRoutes(app: FastifyInstance, deps: WebhookDeps, rates: Rates): void {
  const reject = async (request: FastifyRequest) => {
    await rates.count(receivePaymentUpdate.rate, { address: request.ip, account: null });
    throw refuse(policyRefusals.signature, 'FORGED_WEBHOOK', 'This delivery is not signed as it must be.');
  };
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));
    const { method, url, answers } = receivePaymentUpdate;
    const receive = async (request: FastifyRequest) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const event = deps.payments.readWebhook({ headers: request.headers, body });
      if (!event) return reject(request);
      if (event.kind === 'none') request.log.info('ignored a webhook of an unused type');
      await receiveWebhook(deps, event, body, {
        failed: (error) =>
          request.log.warn({ err: error }, 'a webhook could not be applied, the poller will check its attempt'),
        unknownOrder: (payment) => request.log.error(payment, 'a payment arrived for an order that is not here'),
      });
      return answers[200].parse({ statusCode: 200 });
    };
    scope.route({ method, url, bodyLimit, config: { endpoint: receivePaymentUpdate }, handler: receive });
  });
}
