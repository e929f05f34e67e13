import fastifyCookie from '@fastify/cookie';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Kysely } from 'kysely';
import { receivePaymentUpdate } from '../contract/payments.ts';
import { hashPassword } from './auth/password/password.ts';
import { createSessions } from './auth/session/sessions.ts';
import { createTickets } from './auth/sign-in/tickets.ts';
import { composeAccounts } from './composition/accounts.ts';
import { composeFiles } from './composition/files.ts';
import { composeHealth } from './composition/health.ts';
import { composeOrders } from './composition/orders.ts';
import { composePublicSite } from './composition/public-site.ts';
import { composeRosters } from './composition/rosters.ts';
import { composeStaff } from './composition/staff.ts';
import { composeStaffCalendar } from './composition/staff-calendar.ts';
import { composeStaffConsole } from './composition/staff-console.ts';
import { composeStaffContent } from './composition/staff-content.ts';
import { composeStaffOrders } from './composition/staff-orders.ts';
import { composeStaffPeople } from './composition/staff-people.ts';
import { composeWaitingLists } from './composition/waiting-lists.ts';
import type { RenderPage } from './content/editing/preview-document.ts';
import type { PoolStatus } from './db/connection/client.ts';
import type { JobRun } from './db/jobs/run-due-jobs.ts';
import type { Database } from './db/schema.ts';
import { docsRoutes } from './docs/docs.routes.ts';
import { addDemoDocuments } from './documents/demo-documents.ts';
import { sendReminders } from './documents/send-reminders.ts';
import { type Env, servesDeveloperPages } from './env.ts';
import { installAccessLog } from './http/access-log.ts';
import { type BodyTimeouts, closeSlowBodies } from './http/body-timeouts.ts';
import type { Clock } from './http/clock.ts';
import { handleUnroutableUrl, installErrorHandler } from './http/error-handler.ts';
import { createErrorLog, logFormatters } from './http/error-log.ts';
import { prepareGracefulClose } from './http/graceful-close.ts';
import { createMount } from './http/mount/mount.ts';
import { collectRoutes, type RouteTable } from './http/mount/route-table.ts';
import { PublicCache } from './http/public-cache.ts';
import { createLocalBuckets } from './http/rates/buckets.ts';
import { createDailyLimits } from './http/rates/daily-limits.ts';
import type { Pause } from './http/rates/delays.ts';
import { type Rates, readLimits } from './http/rates/rate-limits.ts';
import { createRates } from './http/rates/rates.ts';
import { createSharedBuckets } from './http/rates/shared-buckets.ts';
import { escapeInvalidPercents } from './http/request-url.ts';
import { createSecurityLog } from './http/security-log.ts';
import { createSender, type MailSender } from './mail/sender.ts';
import type { Metrics } from './metrics/metrics.ts';
import { createNotifications } from './notifications/notifications.ts';
import { createPushSender } from './notifications/send-pushes.ts';
import { bookingCalendar } from './orders/messages/booking-calendar.ts';
import { settleDueAttempts } from './orders/pay/settle-attempts.ts';
import { deleteOldDeliveries } from './orders/pay/webhook.ts';
import { sendRefunds } from './orders/refunds/send-refunds.ts';
import {
  cashfreePort,
  diskPort,
  msg91Port,
  type Ports,
  pushPort,
  s3Port,
  sandboxPorts,
  smtpPort,
  wordpressPort,
} from './providers/ports.ts';
import { sandboxOtpRoutes } from './sandbox/otp.routes.ts';
import { outboxRoutes } from './sandbox/outbox.routes.ts';
import { createWidgetCalls } from './sandbox/widget-calls.ts';
import { addDemoStaff } from './staff/members/demo-staff.ts';
import { createStaffSessions } from './staff/session/staff-sessions.ts';
import { makeOffers } from './waiting-lists/offers.ts';

export type AppDeps = {
  env: Env;
  db: Kysely<Database>;
  clock: Clock;
  /** The id of the build that is being served. */
  release: string;
  /** Returns the status of the database connection pool, for the metrics. */
  poolStatus?: () => PoolStatus;
  /**
   * Renders a public page with a draft of its content, for the preview in the staff console. By default no page is
   * rendered.
   */
  renderPage?: RenderPage;
  /** Providers that replace the configured ones, in tests. */
  ports?: Partial<Ports>;
  /** Timeouts for receiving request bodies that are not uploads. Set only in tests. */
  bodyTimeouts?: BodyTimeouts | undefined;
  /**
   * Called if a call was refused with an error code that the contract of its endpoint does not declare. By default, the
   * refusal is logged.
   */
  onUndeclaredRefusal?: (fault: string) => void;
  /** Receives the log lines, which by default go to the standard output. */
  logStream?: { write: (line: string) => void };
  /** Waits as long as a rate limit delays a call. Tests replace this function, so that they do not wait. */
  pause?: Pause;
};

export type App = {
  server: FastifyInstance;
  routes: RouteTable;
  /**
   * The rate limits of the API. Requests for pages, and for files that this release does not have, count towards them
   * too.
   */
  rates: Rates;
  /**
   * Stops listening and lets running requests finish, for at most `timeoutMs`. Returns how many requests were cut
   * off.
   */
  close: (timeoutMs: number) => Promise<number>;
  /** The metrics of this process, if METRICS_PORT is set. */
  metrics: Metrics | null;
  /** The store of uploaded files. */
  blobs: Ports['blobs'];
  /** Waits until no order is being placed and no payment update is being processed. */
  drain: () => Promise<void>;
  /** Adds the staff accounts of the demo. Runs at the start, except in production. */
  addDemoStaff: () => Promise<void>;
  /**
   * Adds the documents in the content folder's `documents.json` to the demo's student accounts. Runs at the start,
   * except in production.
   */
  addDemoDocuments: () => Promise<void>;
  // From here on, the members of `App` are background jobs, which `composition/jobs.ts` runs periodically. A job that
  // calls another service ends early if its signal is aborted, so that the server can stop.
  /** Sends queued email. */
  mail: MailSender;
  /** Sends queued push messages. */
  sendPushes: (signal?: AbortSignal) => Promise<JobRun>;
  /** Asks the payment provider about open payments whose result no webhook has reported. */
  settlePayments: (signal?: AbortSignal) => Promise<JobRun>;
  /** Requests due refunds from the payment provider. */
  sendRefunds: (signal?: AbortSignal) => Promise<JobRun>;
  /**
   * Ends waiting list entries whose offer or batch is over, and offers freed seats to the students who wait for them.
   */
  makeOffers: () => Promise<JobRun>;
  /** Continues the follow-up of moved and cancelled batches: the emails to their students, and the refunds. */
  advanceBatchRuns: () => Promise<JobRun>;
  /** Publishes the drafts of content whose scheduled time has come. */
  publishDueDrafts: () => Promise<JobRun>;
  /**
   * Deletes old records of received webhooks. The records serve to recognise repeated webhooks, but a repeated webhook
   * of that age would be rejected anyway.
   */
  deleteOldDeliveries: () => Promise<void>;
  /** Reminds students, by email and push message, of documents that expire soon. Returns the number of reminders. */
  remindOfDocuments: () => Promise<number>;
  /** Deletes uploaded files that are no longer needed. */
  sweepFiles: () => Promise<JobRun>;
  /**
   * Writes to the log how many calls the rate limits have refused since the last time, and how many lines about failed
   * calls were left out. Call it every minute.
   */
  flushLogs: () => Promise<void>;
};

/**
 * Creates the metrics and measures the server's requests if METRICS_PORT is set. The metrics library is loaded only
 * then.
 */
async function prepareMetrics(
  server: FastifyInstance,
  { env, db, clock, poolStatus }: Pick<AppDeps, 'env' | 'db' | 'clock' | 'poolStatus'>,
  paymentProvider: string,
): Promise<Metrics | null> {
  if (env.METRICS_PORT === undefined) return null;
  const { createMetrics } = await import('./metrics/metrics.ts');
  const metrics = createMetrics({ db, clock, poolStatus, paymentProvider });
  metrics.observe(server);
  return metrics;
}

/** The options of the server's logger; false if it logs nothing. */
const loggerOf = ({ LOG_LEVEL: level }: Env, stream: AppDeps['logStream']) =>
  level === 'silent' ? false : { level, formatters: logFormatters, ...(stream ? { stream } : {}) };

/** Creates the security log and the log of failed calls, and has the server's error handler write to both. */
function prepareLogs(
  server: FastifyInstance,
  { env, clock, onUndeclaredRefusal }: Pick<AppDeps, 'env' | 'clock' | 'onUndeclaredRefusal'>,
) {
  // In production the security log must contain successful sign-ins, even if LOG_LEVEL allows only warnings.
  const level = env.LANDFALL_ENV === 'production' ? 'info' : env.LOG_LEVEL;
  const security = createSecurityLog(server.log, { clock, secret: env.SECRET, level });
  const errors = createErrorLog(server.log, clock);
  const { recordRefusal: onRefusal } = security;
  installErrorHandler(server, { onUndeclared: onUndeclaredRefusal, onRefusal, onFailure: errors.record });
  const flushLogs = async () => {
    security.flush();
    errors.flush();
  };
  server.addHook('onClose', flushLogs);
  return { security, flushLogs };
}

/** Builds the API without the pages: creates the providers and composes all domains. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { env, db, clock, release, ports, bodyTimeouts, onUndeclaredRefusal, poolStatus, logStream, pause } = deps;
  const server = fastify({
    logger: loggerOf(env, logStream),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: env.TRUSTED_PROXIES,
    bodyLimit: 256 * 1024,
    genReqId: () => crypto.randomUUID(),
    rewriteUrl: ({ url = '/' }) => escapeInvalidPercents(url),
    frameworkErrors: handleUnroutableUrl,
    // Requests that arrive on open connections while the server stops are still handled (`graceful-close.ts`).
    return503OnClosing: false,
  });
  const graceful = prepareGracefulClose(server);
  if (env.ACCESS_LOG === 'true') installAccessLog(server);
  const isProduction = env.LANDFALL_ENV === 'production';
  server.decorate('isHttpsSite', isProduction && env.PUBLIC_URL !== undefined);
  const routes = collectRoutes(server);
  const { security, flushLogs } = prepareLogs(server, { env, clock, onUndeclaredRefusal });
  closeSlowBodies(server, bodyTimeouts);
  await server.register(fastifyCookie);
  const cache = new PublicCache(clock);
  const siteUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const newsFailed = (error: unknown, address: string) =>
    server.log.warn({ err: error, address }, 'the news site could not be read; saved posts are shown');
  const provided: Ports = {
    ...sandboxPorts({ db, clock, secret: env.SECRET, siteUrl }),
    ...diskPort(env),
    ...s3Port(env),
    ...pushPort(env),
    ...smtpPort(env),
    ...msg91Port(env),
    ...cashfreePort(env, clock, receivePaymentUpdate.url),
    // Import the HTML sanitiser only when needed, because it is large. Only posts of a WordPress site need it: the
    // posts of the content folder were sanitised when they were loaded.
    ...(env.NEWS_URL
      ? wordpressPort(env.NEWS_URL, {
          clock,
          sanitise: (await import('./content/html.ts')).sanitise,
          onFailure: newsFailed,
        })
      : {}),
    ...ports,
  };
  const metrics = await prepareMetrics(server, { env, db, clock, poolStatus }, provided.payments.name);
  const sender = createSender({
    db,
    carrier: provided.carrier,
    attach: (email) => bookingCalendar(db, email),
    onFailure: (error, email) => server.log[email.isDead ? 'error' : 'warn']({ err: error, ...email }, 'mail not sent'),
  });
  const countsAlone = (error: unknown) =>
    server.log.warn({ err: error }, 'rates are counted by this process alone for some seconds');
  // With the embedded PostgreSQL there is only one server process, so it can count the calls for the rate limits in
  // memory.
  const buckets = env.DATABASE_URL
    ? createSharedBuckets({ db, clock, secret: env.SECRET, onFailure: countsAlone })
    : createLocalBuckets();
  const rates = createRates({ db, clock, limits: readLimits(env), secret: env.SECRET, security, pause, buckets });
  const sessions = createSessions({ db, clock, secret: env.SECRET });
  const tickets = createTickets({ db, clock, secret: env.SECRET });
  const staffSessions = createStaffSessions({ db, clock, withDemo: !isProduction });
  const guards = { find: sessions.find, findTicket: tickets.find, findStaff: staffSessions.find };
  const mount = createMount({ app: server, db, sessions: guards, rates, cache, secret: env.SECRET });
  const dailyLimits = createDailyLimits({ db, clock, secret: env.SECRET });
  const notifications = createNotifications(clock);
  const context = {
    notifications,
    ...{ env, db, clock, server, mount, rates, dailyLimits, cache, sessions, tickets, staffSessions, security },
    ports: provided,
  };
  composeHealth(context, { release, isStopping: () => graceful.isStopping });
  composeAccounts(context);
  composeStaff(context);
  composeStaffPeople(context);
  composeStaffConsole(context);
  composeRosters(context);
  if (!isProduction) outboxRoutes(server, { db, rates, deliver: env.SMTP_URL ? null : sender.sendDue });
  if (env.OTP_PROVIDER === 'sandbox')
    sandboxOtpRoutes(server, { widgetCalls: createWidgetCalls({ db, clock }), rates });
  const files = await composeFiles(context);
  composePublicSite(context);
  const orders = composeOrders(context);
  const waitingLists = composeWaitingLists(context);
  const batchRuns = composeStaffCalendar(context, orders);
  composeStaffOrders(context, orders);
  const content = await composeStaffContent(context, deps.renderPage ?? (async () => null));
  metrics?.observeQueue('orders', () => orders.queue.length);
  metrics?.observeQueue('cart', () => orders.cartQueue.length);
  if (servesDeveloperPages(env)) docsRoutes(server, routes, rates);
  const sendPushes = createPushSender({ db, clock, carrier: provided.push });
  const logFailures = async (job: Promise<JobRun>, message: string) => {
    const run = await job;
    for (const error of run.failures) server.log.warn({ err: error }, message);
    return run;
  };
  return {
    server,
    routes,
    rates,
    close: graceful.close,
    metrics,
    blobs: provided.blobs,
    drain: () => orders.queue.drain(),
    addDemoStaff: () => addDemoStaff({ db, clock, secret: env.SECRET, hashPassword }),
    addDemoDocuments: () => addDemoDocuments({ db, clock, blobs: provided.blobs, contentDir: env.CONTENT_DIR }),
    mail: sender,
    settlePayments: (signal) => logFailures(settleDueAttempts(orders, signal), 'a payment could not be settled'),
    sendRefunds: (signal) => logFailures(sendRefunds(orders, signal), 'a refund could not be sent'),
    makeOffers: () => logFailures(makeOffers(waitingLists), 'a waiting list could not be served'),
    advanceBatchRuns: () => logFailures(batchRuns.advance(), 'a student of a cancelled batch could not be refunded'),
    publishDueDrafts: () => logFailures(content.publishDue(), 'a draft could not be published'),
    deleteOldDeliveries: () => deleteOldDeliveries(orders),
    sendPushes: (signal) => logFailures(sendPushes(signal), 'a push message could not be sent'),
    remindOfDocuments: () => sendReminders({ db, clock, mail: provided.mail, notifications }),
    sweepFiles: () => logFailures(files.sweep(), 'a file could not be removed'),
    flushLogs,
  };
}
