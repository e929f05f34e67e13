import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { logClientError } from '../../contract/telemetry.ts';
import type { PoolStatus } from '../db/connection/client.ts';
import type { Database } from '../db/schema.ts';
import { routeOf } from '../http/access-log.ts';
import { isInProcessCall } from '../http/in-process-calls.ts';
import { type Backlog, isDatabaseUp, readBacklog } from './backlog.repo.ts';

type MetricsDeps = {
  db: Kysely<Database>;
  clock: { now(): number };
  /** Reads the status of the connection pool; undefined if there is none. */
  poolStatus: (() => PoolStatus) | undefined;
  /** Name of the configured payment provider. */
  paymentProvider: string;
};

/** Metrics of this process and of work waiting in the database, in the text format of Prometheus. */
export type Metrics = {
  readonly contentType: string;
  read(): Promise<string>;
  /** Measures the requests of a server. Call it before the routes are registered. */
  observe(app: FastifyInstance): void;
  /**
   * Adds the length of a queue in this process as a metric. `length` returns how many calls are waiting in the queue.
   */
  observeQueue(name: string, length: () => number): void;
};

/** Upper bounds of the buckets of the histogram of request durations, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** How long numbers that were read from the database are reused, in milliseconds. */
const reuseMs = 15_000;

/** Returns a function that calls `read` at most every 15 seconds, and otherwise returns the previous result. */
function readSeldom<T>({ db, clock }: MetricsDeps, read: (db: Kysely<Database>) => Promise<T>): () => Promise<T> {
  let last: { at: number; result: Promise<T> } | undefined;
  return () => {
    const now = clock.now();
    if (!last || now - last.at >= reuseMs || now < last.at) last = { at: now, result: read(db) };
    return last.result;
  };
}

/** Adds the gauges of the work that waits in the database. They have no values while this work cannot be counted. */
function addBacklogGauges(registry: Registry, deps: MetricsDeps): void {
  const registers = [registry];
  const read = readSeldom(deps, (db) => readBacklog(db, deps.paymentProvider).catch(() => null));
  const addCounts = (name: string, help: string, of: (backlog: Backlog) => Backlog['orders']) =>
    new Gauge({
      name,
      help,
      registers,
      labelNames: ['state'],
      async collect() {
        this.reset();
        for (const { state, count } of (await read().then((backlog) => backlog && of(backlog))) ?? [])
          this.set({ state }, count);
      },
    });
  addCounts('landfall_orders', 'Unpaid orders and orders to refund, by state', ({ orders }) => orders);
  addCounts('landfall_refunds', 'Refunds that are not settled, by state', ({ refunds }) => refunds);
  addCounts('landfall_mail', 'Emails that are not sent, by state', ({ mail }) => mail);
  addCounts('landfall_push', 'Push messages that are not sent, by state', ({ push }) => push);
  addCounts('landfall_held_seats', 'Seats that unpaid orders and waiting list offers hold', ({ holds }) => holds);
  const addNumber = (name: string, help: string, of: (backlog: Backlog) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const backlog = await read();
        this.set(backlog ? of(backlog) : Number.NaN);
      },
    });
  addNumber('landfall_mail_oldest_seconds', 'Age of the oldest waiting email', (backlog) => backlog.oldestMailSeconds);
  addNumber('landfall_push_oldest_seconds', 'Age of the oldest waiting push message', (one) => one.oldestPushSeconds);
  addNumber('landfall_payment_checks_due', 'Payments that are due to be checked', (one) => one.paymentChecksDue);
  addNumber(
    'landfall_payment_check_lag_seconds',
    'How long the most overdue payment check is overdue',
    (backlog) => backlog.paymentCheckLagSeconds,
  );
}

/**
 * Adds the gauge that says whether the database responds. It has a query of its own, because the queries of the other
 * gauges, which count waiting work, can be too slow even if the database responds.
 */
function addDatabaseGauge(registry: Registry, deps: MetricsDeps): void {
  const isUp = readSeldom(deps, isDatabaseUp);
  new Gauge({
    name: 'landfall_database_up',
    help: '1 if the database responded to the last read',
    registers: [registry],
    async collect() {
      this.set((await isUp()) ? 1 : 0);
    },
  });
}

/** Adds the gauge of the connections in the database connection pool. */
function addPoolGauge(registry: Registry, poolStatus: () => PoolStatus): void {
  new Gauge({
    name: 'landfall_database_pool',
    help: 'Connections of the pool (open, idle), and calls that wait for one (waiting)',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(poolStatus())) this.set({ state }, count);
    },
  });
}

/** Creates the metrics of this process (docs/operating.md#metrics describes each). */
export function createMetrics(deps: MetricsDeps): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  addBacklogGauges(registry, deps);
  addDatabaseGauge(registry, deps);
  if (deps.poolStatus) addPoolGauge(registry, deps.poolStatus);
  const requests = new Counter({
    name: 'landfall_http_requests_total',
    help: 'Responses by method, route and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'landfall_http_request_duration_seconds',
    help: 'Time until the response was sent, by method and route',
    labelNames: ['method', 'route'],
    buckets,
    registers,
  });
  const clientErrors = new Counter({
    name: 'landfall_client_errors_total',
    help: 'Errors that pages have reported',
    registers,
  });
  const queues = new Map<string, () => number>();
  new Gauge({
    name: 'landfall_queue_length',
    help: 'Calls that wait in a queue of this process',
    labelNames: ['queue'],
    registers,
    collect() {
      for (const [queue, length] of queues) this.set({ queue }, length());
    },
  });
  return {
    contentType: registry.contentType,
    read: () => registry.metrics(),
    observe(app) {
      app.addHook('onResponse', async (request, reply) => {
        // Do not count the API calls that the server makes itself to render a page: they are part of the page's
        // request.
        if (isInProcessCall()) return;
        const labels = { method: request.method, route: routeOf(request) };
        requests.inc({ ...labels, status: String(reply.statusCode) });
        durations.observe(labels, reply.elapsedTime / 1000);
        if (labels.route === logClientError.url && reply.statusCode === 200) clientErrors.inc();
      });
    },
    observeQueue(name, length) {
      queues.set(name, length);
    },
  };
}
