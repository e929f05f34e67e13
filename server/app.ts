import fastifyCookie from '@fastify/cookie';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Kysely } from 'kysely';
import { receivePaymentNews } from '../contract/payments.ts';
import { createSessions } from './auth/sessions.ts';
import { createTickets } from './auth/tickets.ts';
import { composeAccounts } from './composition/accounts.ts';
import { composeBookingCore } from './composition/booking-core.ts';
import { composeFiles } from './composition/files.ts';
import { composePublicSite } from './composition/public-site.ts';
import type { Database } from './db/schema.ts';
import { docsRoutes } from './docs/docs.routes.ts';
import { addDemoDocuments } from './documents/demo-documents.ts';
import { sendReminders } from './documents/send-reminders.ts';
import type { Env } from './env.ts';
import { healthRoutes } from './health/health.routes.ts';
import { answerFailures, refuseAddress } from './http/answer-failures.ts';
import { collectRoutes, type RouteTable } from './http/declared.ts';
import type { Rates } from './http/guard.ts';
import { createMount } from './http/mount.ts';
import { PublicCache } from './http/public-cache.ts';
import { readLimits } from './http/rate-limits.ts';
import { createRates } from './http/rates.ts';
import { readablePath } from './http/readable-path.ts';
import { createSender, type MailSender } from './mail/sender.ts';
import type { Drained } from './orders/drain.ts';
import { sendRefunds } from './orders/refund-sender.ts';
import { settleDue } from './orders/settle-due.ts';
import { forgetDeliveries } from './orders/webhook.ts';
import type { Clock } from './providers/clock.ts';
import {
  cashfreePort,
  diskPort,
  msg91Port,
  type Ports,
  s3Port,
  sandboxPorts,
  smtpPort,
  wordpressPort,
} from './providers/ports.ts';
import { sandboxOtpRoutes } from './sandbox/otp.routes.ts';
import { createOtpDesk } from './sandbox/otp-desk.ts';
import { outboxRoutes } from './sandbox/outbox.routes.ts';

export type AppParts = {
  env: Env;
  db: Kysely<Database>;
  clock: Clock;
  /** Names the build that is served. */
  release: string;
  /** Providers other than the configured ones. */
  ports?: Partial<Ports>;
};

export type App = {
  server: FastifyInstance;
  routes: RouteTable;
  /** Counts what the pages' routes are asked. */
  rates: Rates;
  /** Settles payments that are due for a look and that nobody told of; the process runs it again and again. */
  settlePayments: () => Promise<Drained>;
  /** Sends money back that is owed; the process runs it again and again. */
  sendRefunds: () => Promise<Drained>;
  /** Waits for the orders and the payments' news that are at work. */
  drain: () => Promise<void>;
  /** Forgets webhooks that are too old to come again; the process runs it now and then. */
  forgetDeliveries: () => Promise<void>;
  /** Reminds students of documents that end soon; the process runs it now and then. */
  remindOfDocuments: () => Promise<number>;
  /** Gives the demo accounts of the content folder their documents. */
  addDemoDocuments: () => Promise<void>;
  /** Removes uploads that nothing names; the process runs it now and then. */
  sweepFiles: () => Promise<Drained>;
  /** Sends the mail that waits; the process runs it again and again. */
  mail: MailSender;
  /** Where uploads are kept. */
  blobs: Ports['blobs'];
};

/** The product API without pages: every domain is composed here, with its ports as arguments. */
export async function buildApp({ env, db, clock, release, ports }: AppParts): Promise<App> {
  const server = fastify({
    logger: env.LOG_LEVEL === 'silent' ? false : { level: env.LOG_LEVEL },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: 'loopback',
    bodyLimit: 256 * 1024,
    genReqId: () => crypto.randomUUID(),
    rewriteUrl: ({ url = '/' }) => readablePath(url),
    frameworkErrors: refuseAddress,
    forceCloseConnections: true,
  });
  const routes = collectRoutes(server);
  answerFailures(server);
  await server.register(fastifyCookie);
  const cache = new PublicCache(clock);
  const siteUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const provided: Ports = {
    ...sandboxPorts({ db, clock, secret: env.SECRET, siteUrl }),
    ...diskPort(env),
    ...s3Port(env),
    ...smtpPort(env),
    ...msg91Port(env),
    ...cashfreePort(env, clock, receivePaymentNews.url),
    // The sanitiser is large, and the academy's own posts were sanitised when they were loaded.
    ...(env.NEWS_URL ? wordpressPort(env.NEWS_URL, clock, (await import('./content/html.ts')).sanitise) : {}),
    ...ports,
  };
  const sender = createSender({
    db,
    carrier: provided.carrier,
    onFailure: (error, letter) =>
      server.log[letter.isDead ? 'error' : 'warn']({ err: error, ...letter }, 'mail not sent'),
  });
  const rates = createRates({ db, clock, limits: readLimits(env), secret: env.SECRET });
  const sessions = createSessions({ db, clock, secret: env.SECRET });
  const tickets = createTickets({ db, clock });
  const guards = { find: sessions.find, findTicket: tickets.find };
  const mount = createMount({ app: server, db, sessions: guards, rates, cache, secret: env.SECRET });
  const foundation = { env, db, clock, server, mount, rates, cache, sessions, tickets, ports: provided };
  healthRoutes(mount, { release });
  composeAccounts(foundation);
  outboxRoutes(server, { db, rates, deliver: env.SMTP_URL ? null : sender.sendDue });
  if (env.OTP_PROVIDER === 'sandbox') sandboxOtpRoutes(server, { desk: createOtpDesk({ db, clock }), rates });
  const files = await composeFiles(foundation);
  composePublicSite(foundation);
  const orders = composeBookingCore(foundation);
  docsRoutes(server, routes, rates);
  const tell = async (work: Promise<Drained>, what: string) => {
    const drained = await work;
    for (const error of drained.failures) server.log.warn({ err: error }, what);
    return drained;
  };
  return {
    server,
    routes,
    rates,
    settlePayments: () => tell(settleDue(orders), 'a payment could not be settled'),
    sendRefunds: () => tell(sendRefunds(orders), 'a refund could not be sent'),
    drain: () => orders.desk.drain(),
    forgetDeliveries: () => forgetDeliveries(orders),
    addDemoDocuments: () => addDemoDocuments({ db, clock, blobs: provided.blobs, contentDir: env.CONTENT_DIR }),
    remindOfDocuments: () => sendReminders({ db, clock, mail: provided.mail }),
    sweepFiles: () => tell(files.sweep(), 'a file could not be removed'),
    mail: sender,
    blobs: provided.blobs,
  };
}
