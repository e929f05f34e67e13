import process from 'node:process';
import type { InjectOptions } from 'fastify';
import type { Kysely } from 'kysely';
import { clientHeader, clientName, idempotencyHeader } from '../../contract/headers.ts';
import { receivePaymentNews } from '../../contract/payments.ts';
import { type App, buildApp } from '../../server/app.ts';
import { openDatabase } from '../../server/db/client.ts';
import type { Database } from '../../server/db/schema.ts';
import { readEnv } from '../../server/env.ts';
import type { Clock } from '../../server/providers/clock.ts';
import type { Delivery } from '../server/orders/webhooks.ts';
import { type Break, FaultLine } from './fault-line.ts';
import { MailLine, type MailWorld } from './mail-world.ts';
import type { PaymentWorld } from './payment-world.ts';
import { PaymentsLine } from './payments-line.ts';

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  cookie?: string;
  body?: object;
  key?: string;
};
export type Answer = { status: number; body: Record<string, unknown> };
/** What the process runs again and again. */
export const chores = ['payments', 'refunds', 'mail'] as const;
export type Chore = (typeof chores)[number];
export type InstanceParts = { databaseUrl: string; world: PaymentWorld; mail: MailWorld; clock: Clock };

const high = '1000000';
const limits = { RATE_READ: high, RATE_WRITE: high, RATE_ORDER: high, RATE_FORM: high };
const LOG_LEVEL = process.env.FAULTS_LOG ?? 'silent';
const env = readEnv({ LANDFALL_ENV: 'test', LOG_LEVEL, DATABASE_POOL: '3', ...limits });

/** One process of the product, as far as its faults go: its own pool and its own lines to PostgreSQL, provider and mail. */
export class AppInstance {
  readonly line: FaultLine;
  readonly payments: PaymentsLine;
  readonly mail: MailLine;
  readonly #app: App;
  readonly #db: Kysely<Database>;
  readonly #life = Promise.withResolvers<null>();
  isDead = false;

  private constructor(
    app: App,
    db: Kysely<Database>,
    lines: { line: FaultLine; payments: PaymentsLine; mail: MailLine },
  ) {
    this.#app = app;
    this.#db = db;
    this.line = lines.line;
    this.payments = lines.payments;
    this.mail = lines.mail;
  }

  static async start(parts: InstanceParts): Promise<AppInstance> {
    const line = await FaultLine.open(parts.databaseUrl);
    // A machine that is busy for seconds is no fault.
    const waits = { lockTimeoutMs: 3_000, connectTimeoutMs: 30_000 };
    const db = openDatabase(line.url, { max: env.DATABASE_POOL, ...waits });
    const payments = new PaymentsLine(parts.world, () => instance.die());
    const mail = new MailLine(parts.mail);
    const ports = { payments: payments.port(parts.clock), carrier: mail.carrier };
    const app = await buildApp({ env, db, clock: parts.clock, release: 'test', ports });
    await app.server.ready();
    const instance: AppInstance = new AppInstance(app, db, { line, payments, mail });
    return instance;
  }

  /** A kill -9: nothing that still runs here reaches anything, and nobody hears from it. */
  die(): void {
    if (this.isDead) return;
    this.isDead = true;
    this.payments.isDead = true;
    this.mail.isDead = true;
    this.#life.resolve(null);
    void this.stop();
  }

  async stop(): Promise<void> {
    await this.line.close();
    await this.#db.destroy().catch(() => {});
  }

  breakAt(broken: Break & { dies: boolean }, onBreak: () => void): void {
    const hit = () => {
      onBreak();
      if (broken.dies) this.die();
    };
    this.line.arm({ ...broken, onBreak: hit });
  }

  /** Whatever was to go wrong next does not. */
  disarm(): void {
    this.line.arm(null);
    this.payments.fault = null;
    this.mail.fault = null;
  }

  /** Null: no answer came. */
  send({ method, url, cookie, body, key }: Call): Promise<Answer | null> {
    const headers = { ...(cookie ? { cookie } : {}), ...(key ? { [idempotencyHeader]: key } : {}) };
    return this.#ask({
      method,
      url,
      headers: { [clientHeader]: clientName, ...headers },
      ...(body ? { payload: body } : {}),
    });
  }

  /** A webhook of the provider. */
  deliver({ body, headers }: Delivery): Promise<Answer | null> {
    const { method, url } = receivePaymentNews;
    return this.#ask({ method, url, headers: { 'content-type': 'application/json', ...headers }, payload: body });
  }

  async #ask(request: InjectOptions): Promise<Answer | null> {
    if (this.isDead) return null;
    const answer = await Promise.race([this.#app.server.inject(request), this.#life.promise]);
    if (!answer || this.isDead) return null;
    return { status: answer.statusCode, body: answer.json() };
  }

  /** Waits for what is still at work although its caller has been answered. */
  async drain(): Promise<void> {
    await Promise.race([this.#app.drain(), this.#life.promise]);
  }

  /** A run of what the process does now and then; answers what failed of it. */
  async run(chore: Chore): Promise<string[]> {
    const dead = this.#life.promise.then(() => ['the process died']);
    return Promise.race([this.#work(chore).catch((error: unknown) => [String(error)]), dead]);
  }

  async #work(chore: Chore): Promise<string[]> {
    if (chore === 'mail') {
      const told = await this.mail.watch(() => this.#app.mail.sendDue());
      return told.failed === 0 ? [] : ['a letter was not sent'];
    }
    const { failures } = await (chore === 'payments' ? this.#app.settlePayments() : this.#app.sendRefunds());
    return failures.map(String);
  }
}
