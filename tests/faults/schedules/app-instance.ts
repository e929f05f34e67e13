import process from 'node:process';
import type { InjectOptions } from 'fastify';
import type { Kysely } from 'kysely';
import { clientHeader, clientName, idempotencyHeader } from '../../../contract/headers.ts';
import { receivePaymentUpdate } from '../../../contract/payments.ts';
import { type App, buildApp } from '../../../server/app.ts';
import { openDatabase } from '../../../server/db/connection/client.ts';
import type { Database } from '../../../server/db/schema.ts';
import { readEnv } from '../../../server/env.ts';
import type { Clock } from '../../../server/http/clock.ts';
import type { Delivery } from '../../server/orders/pay/webhooks.ts';
import { type Break, FaultProxy } from '../database/fault-proxy.ts';
import type { FakeProvider } from '../providers/fake-provider.ts';
import { type Mailboxes, MailConnection } from '../providers/mailboxes.ts';
import { ProviderConnection } from '../providers/provider-connection.ts';

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  cookie?: string;
  body?: object;
  key?: string;
};
export type JsonResponse = { status: number; body: Record<string, unknown> };
/** The jobs that a server instance runs periodically. */
export const jobs = ['payments', 'batch runs', 'refunds', 'offers', 'mail'] as const;
export type Job = (typeof jobs)[number];
type InstanceDeps = { databaseUrl: string; provider: FakeProvider; mail: Mailboxes; clock: Clock };

const high = '1000000';
const limits = { RATE_READ: high, RATE_WRITE: high, RATE_ORDER: high, RATE_FORM: high, HOLDS_PER_ADDRESS: '100' };
const LOG_LEVEL = process.env.FAULTS_LOG ?? 'silent';
/**
 * How long an offer from a waiting list lasts. It is shorter than the time that each round of `finishSchedule`
 * simulates, so that a round ends the offers of the round before.
 */
const WAITING_OFFER_HOURS = '6';
const env = readEnv({ LANDFALL_ENV: 'test', LOG_LEVEL, DATABASE_POOL: '3', WAITING_OFFER_HOURS, ...limits });

/**
 * Simulates one process of the product: a server whose connections to PostgreSQL, payment provider and mail server can
 * be broken.
 */
export class AppInstance {
  readonly proxy: FaultProxy;
  readonly payments: ProviderConnection;
  readonly mail: MailConnection;
  readonly #app: App;
  readonly #db: Kysely<Database>;
  readonly #life = Promise.withResolvers<null>();
  isDead = false;

  private constructor(
    app: App,
    db: Kysely<Database>,
    connections: { proxy: FaultProxy; payments: ProviderConnection; mail: MailConnection },
  ) {
    this.#app = app;
    this.#db = db;
    this.proxy = connections.proxy;
    this.payments = connections.payments;
    this.mail = connections.mail;
  }

  static async start(deps: InstanceDeps): Promise<AppInstance> {
    const proxy = await FaultProxy.open(deps.databaseUrl);
    // Long timeouts, because a slow computer is not one of the simulated faults.
    const waits = { lockTimeoutMs: 3_000, connectTimeoutMs: 30_000 };
    const db = openDatabase(proxy.url, { max: env.DATABASE_POOL, ...waits });
    const payments = new ProviderConnection(deps.provider, () => instance.die());
    const mail = new MailConnection(deps.mail);
    const ports = { payments: payments.port(deps.clock), carrier: mail.carrier };
    const app = await buildApp({ env, db, clock: deps.clock, release: 'test', ports });
    await app.server.ready();
    const instance: AppInstance = new AppInstance(app, db, { proxy, payments, mail });
    return instance;
  }

  /**
   * Simulates kill -9: code that is still running no longer reaches the database or the providers, and callers get no
   * response.
   */
  die(): void {
    if (this.isDead) return;
    this.isDead = true;
    this.payments.isDead = true;
    this.mail.isDead = true;
    this.#life.resolve(null);
    void this.stop();
  }

  async stop(): Promise<void> {
    await this.proxy.close();
    await this.#db.destroy().catch(() => {});
  }

  breakAt(broken: Break & { dies: boolean }, onBreak: () => void): void {
    const hit = () => {
      onBreak();
      if (broken.dies) this.die();
    };
    this.proxy.arm({ ...broken, onBreak: hit });
  }

  /** Cancels faults that were prepared and have not happened yet. */
  disarm(): void {
    this.proxy.arm(null);
    this.payments.fault = null;
    this.mail.fault = null;
  }

  /** Sends an API call of a student; resolves to null if no response came. */
  send({ method, url, cookie, body, key }: Call): Promise<JsonResponse | null> {
    const headers = { ...(cookie ? { cookie } : {}), ...(key ? { [idempotencyHeader]: key } : {}) };
    return this.#request({
      method,
      url,
      headers: { [clientHeader]: clientName, ...headers },
      ...(body ? { payload: body } : {}),
    });
  }

  /** Delivers a webhook of the payment provider to this server instance. */
  deliver({ body, headers }: Delivery): Promise<JsonResponse | null> {
    const { method, url } = receivePaymentUpdate;
    return this.#request({ method, url, headers: { 'content-type': 'application/json', ...headers }, payload: body });
  }

  async #request(request: InjectOptions): Promise<JsonResponse | null> {
    if (this.isDead) return null;
    const response = await Promise.race([this.#app.server.inject(request), this.#life.promise]);
    if (!response || this.isDead) return null;
    return { status: response.statusCode, body: response.json() };
  }

  /** Waits for work that the server continues after it has sent a response. */
  async drain(): Promise<void> {
    await Promise.race([this.#app.drain(), this.#life.promise]);
  }

  /** Waits until the emails that this server instance has leased are delivered or given back. */
  async emailsSettled(): Promise<void> {
    await Promise.race([this.mail.ended(), this.#life.promise]);
  }

  /** Runs a periodic job once; returns the messages of its failures. */
  async run(job: Job): Promise<string[]> {
    const dead = this.#life.promise.then(() => ['the process died']);
    return Promise.race([this.#work(job).catch((error: unknown) => [String(error)]), dead]);
  }

  async #work(job: Job): Promise<string[]> {
    if (job === 'mail') {
      const { failed } = await this.mail.watch(() => this.#app.mail.sendDue());
      return failed === 0 ? [] : ['an email was not sent'];
    }
    const work = {
      payments: () => this.#app.settlePayments(),
      'batch runs': () => this.#app.advanceBatchRuns(),
      refunds: () => this.#app.sendRefunds(),
      offers: () => this.#app.makeOffers(),
    }[job];
    return (await work()).failures.map(String);
  }
}
