import fastifyCookie from '@fastify/cookie';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Kysely } from 'kysely';
import { receivePaymentNews } from '../contract/payments.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { readCodeWidget } from './auth/code-widget.ts';
import { normaliseNumber } from './auth/identifier.ts';
import { hashPassword } from './auth/password.ts';
import { passwordResetRoutes } from './auth/password-reset.routes.ts';
import { createPasswordTries } from './auth/password-tries.ts';
import { sessionListRoutes } from './auth/session-list.routes.ts';
import { createSessions } from './auth/sessions.ts';
import { createSweep } from './auth/sweep.ts';
import { createTickets } from './auth/tickets.ts';
import { bookingRoutes } from './booking/booking.routes.ts';
import { seats } from './booking/seats.ts';
import { readSettings } from './booking/settings.repo.ts';
import { cartRoutes } from './cart/cart.routes.ts';
import { readCarts } from './cart/carts.repo.ts';
import { catalogueRoutes } from './catalogue/catalogue.routes.ts';
import { readCourses } from './catalogue/course.repo.ts';
import { readDiscounts, toDiscount } from './catalogue/discount.repo.ts';
import { priceCourse, pricePackage, toPrice } from './catalogue/price.ts';
import { readHeader } from './content/content.repo.ts';
import { contentRoutes } from './content/content.routes.ts';
import { pageRoutes } from './content/page.routes.ts';
import { redirectOldAddresses } from './content/redirect-hook.ts';
import type { Database } from './db/schema.ts';
import { departmentRoutes } from './departments/departments.routes.ts';
import { docsRoutes } from './docs/docs.routes.ts';
import type { Env } from './env.ts';
import { healthRoutes } from './health/health.routes.ts';
import { searchRoutes } from './html/search.routes.ts';
import { answerFailures, refuseAddress } from './http/answer-failures.ts';
import { collectRoutes, type RouteTable } from './http/declared.ts';
import type { Rates } from './http/guard.ts';
import { createMount } from './http/mount.ts';
import { PublicCache } from './http/public-cache.ts';
import { readLimits } from './http/rate-limits.ts';
import { createRates } from './http/rates.ts';
import { readablePath } from './http/readable-path.ts';
import { createSender, type MailSender } from './mail/sender.ts';
import { feedRoutes } from './news/feed.routes.ts';
import { newsRoutes } from './news/news.routes.ts';
import type { Drained } from './orders/drain.ts';
import { openOrderDesk } from './orders/order-desk.ts';
import type { OrderParts } from './orders/order-parts.ts';
import { orderRoutes } from './orders/orders.routes.ts';
import { receiptRoutes } from './orders/receipt.routes.ts';
import { sendRefunds } from './orders/refund-sender.ts';
import { settleDue } from './orders/settle-due.ts';
import { webhookRoutes } from './orders/webhook.routes.ts';
import { forgetDeliveries } from './orders/webhook.ts';
import { type Clock, today } from './providers/clock.ts';
import { cashfreePort, msg91Port, type Ports, sandboxPorts, smtpPort, wordpressPort } from './providers/ports.ts';
import { sandboxOtpRoutes } from './sandbox/otp.routes.ts';
import { createOtpDesk } from './sandbox/otp-desk.ts';
import { outboxRoutes } from './sandbox/outbox.routes.ts';
import { sandboxPaymentRoutes } from './sandbox/payment.routes.ts';
import { registrationRoutes } from './student/register.routes.ts';
import { studentRoutes } from './student/student.routes.ts';
import { submissionRoutes } from './submissions/submissions.routes.ts';
import { telemetryRoutes } from './telemetry/telemetry.routes.ts';

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
  /** Forgets webhooks that are too old to come again; the process runs it now and then. */
  forgetDeliveries: () => Promise<void>;
  /** Sends the mail that waits; the process runs it again and again. */
  mail: MailSender;
};

const prices = { course: priceCourse, package: pricePackage, toWire: toPrice };

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
  const { otp, mail, carrier, payments, news } = {
    ...sandboxPorts({ db, clock, secret: env.SECRET, siteUrl }),
    ...smtpPort(env),
    ...msg91Port(env),
    ...cashfreePort(env, clock, receivePaymentNews.url),
    // The sanitiser is large, and the academy's own posts were sanitised when they were loaded.
    ...(env.NEWS_URL ? wordpressPort(env.NEWS_URL, clock, (await import('./content/html.ts')).sanitise) : {}),
    ...ports,
  };
  const sender = createSender({
    db,
    carrier,
    onFailure: (error, letter) =>
      server.log[letter.isDead ? 'error' : 'warn']({ err: error, ...letter }, 'mail not sent'),
  });
  const rates = createRates({ db, clock, limits: readLimits(env), secret: env.SECRET });
  const sessions = createSessions({ db, clock, secret: env.SECRET });
  const tickets = createTickets({ db, clock });
  const guards = { find: sessions.find, findTicket: tickets.find };
  const mount = createMount({ app: server, db, sessions: guards, rates, cache, secret: env.SECRET });
  healthRoutes(mount, { release });
  const sweep = createSweep({ db, clock });
  authRoutes(mount, {
    sessions,
    tickets,
    rates,
    otp,
    clock,
    sweep,
    tries: createPasswordTries({ db, clock }),
    codeWidget: readCodeWidget(env),
  });
  sessionListRoutes(mount, { clock });
  passwordResetRoutes(mount, { db, clock, mail, rates, sweep });
  registrationRoutes(mount, { db, clock, hashPassword, normaliseNumber });
  telemetryRoutes(mount, { db, clock, findSubject: sessions.find });
  studentRoutes(mount, { clock, mail, sessionStart: sessions.startOf });
  outboxRoutes(server, { db, rates, deliver: env.SMTP_URL ? null : sender.sendDue });
  if (env.OTP_PROVIDER === 'sandbox') sandboxOtpRoutes(server, { desk: createOtpDesk({ db, clock }), rates });
  catalogueRoutes(mount, { clock });
  contentRoutes(mount, { clock, readCourses });
  pageRoutes(mount);
  redirectOldAddresses(server, { db, clock });
  departmentRoutes(mount);
  submissionRoutes(mount, { db, clock, mail, staffEmail: env.STAFF_EMAIL, findSubject: sessions.find });
  newsRoutes(server, { news, cache, rates });
  feedRoutes(server, { news, cache, rates, siteUrl, readSiteName: async () => (await readHeader(db)).brand.name });
  searchRoutes(server, { db, news, cache, rates, publicUrl: env.PUBLIC_URL });
  bookingRoutes(mount, {
    clock,
    readCourses,
    readDiscounts,
    toDiscount,
    price: (fee, courseFees, discounts) => toPrice(pricePackage(fee, courseFees, discounts)),
    findSubject: (request) => sessions.find(request),
  });
  cartRoutes(mount, { clock, prices });
  const orders: OrderParts = {
    db,
    clock,
    payments,
    mail,
    seats,
    readCarts: (handle, studentIds) => readCarts(handle, studentIds, today(clock), prices),
    readSettings,
    publicUrl: env.PUBLIC_URL,
  };
  const desk = openOrderDesk(orders);
  server.addHook('onClose', () => desk.drain());
  orderRoutes(mount, { ...orders, desk });
  receiptRoutes(mount);
  webhookRoutes(server, orders, rates);
  if (env.PAYMENT_PROVIDER === 'sandbox') sandboxPaymentRoutes(server, { db, rates });
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
    forgetDeliveries: () => forgetDeliveries(orders),
    mail: sender,
  };
}
