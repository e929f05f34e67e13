import fastifyCookie from '@fastify/cookie';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Kysely } from 'kysely';
import { authRoutes } from './auth/auth.routes.ts';
import { createSessions } from './auth/sessions.ts';
import { createSweep } from './auth/sweep.ts';
import { createTickets } from './auth/tickets.ts';
import { bookingRoutes } from './booking/booking.routes.ts';
import { bookSeats, extendHolds, lockBatches, releaseSeats, takeSeats } from './booking/seats.repo.ts';
import { readSettings } from './booking/settings.repo.ts';
import { cartRoutes } from './cart/cart.routes.ts';
import { readCartLines } from './cart/cart-lines.repo.ts';
import { catalogueRoutes } from './catalogue/catalogue.routes.ts';
import { readCourses } from './catalogue/course.repo.ts';
import { readDiscounts, toDiscount } from './catalogue/discount.repo.ts';
import { priceCourse, pricePackage, toPrice } from './catalogue/price.ts';
import { contentRoutes } from './content/content.routes.ts';
import type { Database } from './db/schema.ts';
import { docsRoutes } from './docs/docs.routes.ts';
import type { Env } from './env.ts';
import { healthRoutes } from './health/health.routes.ts';
import { answerFailures } from './http/answer-failures.ts';
import { collectRoutes, type RouteTable } from './http/declared.ts';
import type { Rates } from './http/guard.ts';
import { createMount } from './http/mount.ts';
import { PublicCache } from './http/public-cache.ts';
import { readLimits } from './http/rate-limits.ts';
import { createRates } from './http/rates.ts';
import { type OrderParts, paymentTimes } from './orders/order-parts.ts';
import { orderRoutes } from './orders/orders.routes.ts';
import { settleOpenAttempts } from './orders/settle-open.ts';
import { type Clock, today } from './providers/clock.ts';
import { type Ports, sandboxPorts } from './providers/ports.ts';
import { sandboxOtpRoutes } from './sandbox/otp.routes.ts';
import { createOtpDesk } from './sandbox/otp-desk.ts';
import { outboxRoutes } from './sandbox/outbox.routes.ts';
import { sandboxPaymentRoutes } from './sandbox/payment.routes.ts';
import { studentRoutes } from './student/student.routes.ts';

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
  /** Settles payments that no return told of; the process runs it again and again. */
  settlePayments: () => ReturnType<typeof settleOpenAttempts>;
  /** The same for payments that banks confirm long after their session; the process runs it now and then. */
  settleLatePayments: () => ReturnType<typeof settleOpenAttempts>;
};

const prices = { course: priceCourse, package: pricePackage, toWire: toPrice };
const seats = { lock: lockBatches, take: takeSeats, release: releaseSeats, extend: extendHolds, book: bookSeats };

/** The product API without pages: every domain is composed here, with its ports as arguments. */
export async function buildApp({ env, db, clock, release, ports }: AppParts): Promise<App> {
  const server = fastify({
    logger: env.LOG_LEVEL === 'silent' ? false : { level: env.LOG_LEVEL },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: 'loopback',
    bodyLimit: 256 * 1024,
    genReqId: () => crypto.randomUUID(),
    forceCloseConnections: true,
  });
  const routes = collectRoutes(server);
  answerFailures(server);
  await server.register(fastifyCookie);
  const cache = new PublicCache(clock);
  const { otp, mail, payments } = { ...sandboxPorts({ db, clock }), ...ports };
  const rates = createRates({ db, clock, limits: readLimits(env), secret: env.SECRET });
  const sessions = createSessions({ db, clock, secret: env.SECRET });
  const tickets = createTickets({ db, clock });
  const guards = { find: sessions.find, findTicket: tickets.find };
  const mount = createMount({ app: server, db, sessions: guards, rates, cache, secret: env.SECRET });
  healthRoutes(mount, { release });
  authRoutes(mount, { sessions, tickets, rates, otp, clock, sweep: createSweep({ db, clock }) });
  studentRoutes(mount, { clock, mail, sessionStart: sessions.startOf });
  outboxRoutes(server, { db, rates });
  if (env.OTP_PROVIDER === 'sandbox') sandboxOtpRoutes(server, { desk: createOtpDesk({ db, clock }), rates });
  catalogueRoutes(mount, { clock });
  contentRoutes(mount, { clock, readCourses });
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
    readLines: async (handle, studentId) => (await readCartLines(handle, studentId, today(clock), prices)).lines,
    readSettings,
    publicUrl: env.PUBLIC_URL,
  };
  orderRoutes(mount, orders);
  if (env.PAYMENT_PROVIDER === 'sandbox') sandboxPaymentRoutes(server, { db, rates });
  docsRoutes(server, routes, rates);
  const settle = async (seconds: number) => {
    const settled = await settleOpenAttempts(orders, seconds);
    for (const error of settled.failures) server.log.warn({ err: error }, 'a payment could not be settled');
    return settled;
  };
  const settlePayments = () => settle(paymentTimes.grace);
  return { server, routes, rates, settlePayments, settleLatePayments: () => settle(paymentTimes.late) };
}
