import type { FastifyInstance, FastifyRequest } from 'fastify';
import { receivePaymentNews } from '../../contract/payments.ts';
import type { Rates } from '../http/guard.ts';
import { Refusal } from '../http/refusal.ts';
import type { CreationParts } from './create-order.ts';
import { takeNews } from './webhook.ts';

const bodyLimit = 64 * 1024;

/**
 * The provider's webhook. No session, client header or origin: the signature over the raw body says who calls. Only what
 * is refused counts against the rate, so that a sale's many deliveries from one address all pass.
 */
export function webhookRoutes(app: FastifyInstance, parts: CreationParts, rates: Rates): void {
  const refuse = async (request: FastifyRequest) => {
    await rates.count(receivePaymentNews.rate, { address: request.ip, account: null });
    throw new Refusal(401, 'FORGED_WEBHOOK', 'This delivery is not signed as it must be.');
  };
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));
    const { method, url, answers } = receivePaymentNews;
    const take = async (request: FastifyRequest) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const news = parts.payments.readWebhook({ headers: request.headers, body });
      if (!news) return refuse(request);
      if (news.kind === 'none') request.log.info('a webhook of a kind that is of no concern');
      await takeNews(parts, news, body, (error) => request.log.warn({ err: error }, 'a webhook waits for the poller'));
      return answers[200].parse({ statusCode: 200 });
    };
    scope.route({ method, url, bodyLimit, config: { endpoint: receivePaymentNews }, handler: take });
  });
}
