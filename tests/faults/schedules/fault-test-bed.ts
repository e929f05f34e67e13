import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../server/db/schema.ts';
import { inTransaction } from '../../../server/db/transactions/transaction.ts';
import { seedAcademy } from '../../server/booking/academy-seed.ts';
import { type FakeClock, fakeClock, minute } from '../../support/clock.ts';
import { createTestDatabase } from '../../support/database.ts';
import { createStudent, signIn } from '../../support/student.ts';
import type { FaultProxy } from '../database/fault-proxy.ts';
import { FakeProvider } from '../providers/fake-provider.ts';
import { Mailboxes } from '../providers/mailboxes.ts';
import { AppInstance } from './app-instance.ts';
import { soldBatches } from './offers.ts';
import { tableStatements } from './table-statements.ts';

export type SignedInStudent = { id: string; cookie: string };
type Two = [AppInstance, AppInstance];

const pollMs = 5;
const timeoutMs = 20_000;
const turns = 3;

/** Waits until a condition about lost connections is met. @throws Error if it is not met in time */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error('lost connections do not end');
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** A test bed: a database with two server instances, on which random sequences of events run one after the other. */
export class FaultTestBed {
  readonly db: Kysely<Database>;
  readonly provider = new FakeProvider();
  readonly mail = new Mailboxes();
  readonly clock: FakeClock = fakeClock();
  readonly #url: string;
  readonly #statements: { empty: string; age: string };
  /** Database proxies of the server instances that died in the current random sequence. */
  #deadProxies: FaultProxy[] = [];
  #instances: Two | undefined;

  private constructor(db: Kysely<Database>, url: string, statements: { empty: string; age: string }) {
    this.db = db;
    this.#url = url;
    this.#statements = statements;
  }

  /** Opens a test bed. Call it at the top of a test file: after the tests of the file, the database is dropped. */
  static async open(): Promise<FaultTestBed> {
    const { db, url } = await createTestDatabase({ max: 2, lockTimeoutMs: 30_000, statementTimeoutMs: 60_000 });
    // Tests on a test bed break connections but never kill PostgreSQL, so commits need not wait for the disk.
    await sql.raw(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`).execute(db);
    await seedAcademy(db);
    const testBed = new FaultTestBed(db, url, await tableStatements(db));
    testBed.#instances = [await testBed.#start(), await testBed.#start()];
    return testBed;
  }

  get instances(): Two {
    if (!this.#instances) throw new Error('the test bed is not open');
    return this.#instances;
  }

  #start(): Promise<AppInstance> {
    const { provider, mail, clock } = this;
    return AppInstance.start({ databaseUrl: this.#url, provider, mail, clock });
  }

  /** Starts a new server instance in place of each one that has died. */
  async revive(): Promise<void> {
    for (const position of [0, 1] as const) {
      const { isDead, proxy } = this.instances[position];
      if (!isDead) continue;
      this.#deadProxies.push(proxy);
      this.instances[position] = await this.#start();
    }
  }

  /**
   * Deletes the data of the previous random sequence, sets the capacities of the batches and creates signed-in
   * students.
   */
  async begin(capacities: readonly number[], students: number): Promise<SignedInStudent[]> {
    const { db } = this;
    await this.revive();
    this.#deadProxies = [];
    this.provider.reset();
    this.mail.reset();
    this.clock.advance(Date.now() - this.clock.now());
    await sql.raw(this.#statements.empty).execute(db);
    await sql`update courses set total_fee_paise = actual_fee_paise`.execute(db);
    await sql`update batches b set taken = 0, publication = 'published', status = 'open', start_date = current_date + 60,
        end_date = current_date + 62, capacity = coalesce(s.capacity, b.capacity)
      from batches c left join unnest(${[...soldBatches]}::integer[], ${[...capacities]}::integer[]) as s (id, capacity)
        on s.id = c.id where c.id = b.id`.execute(db);
    return Promise.all(
      Array.from({ length: students }, async () => {
        const { id } = await createStudent(db);
        return { id, ...(await signIn(this, { id })) };
      }),
    );
  }

  /**
   * Simulates that `minutes` minutes pass, by moving all timestamps that are compared with the database's clock into
   * the past. First waits until no email is being delivered: otherwise its lease could expire, and another server
   * instance would deliver the email a second time.
   */
  async age(minutes: number): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.emailsSettled()));
    this.provider.age(minutes * minute);
    const aged = sql.raw(this.#statements.age.replaceAll('$age', `interval '${minutes} minutes'`));
    await inTransaction(this.db, async (tx) => void (await aged.execute(tx)));
  }

  /**
   * Ends the time in which students of cancelled batches can choose between another batch and a refund. Students who
   * have not chosen then get a refund.
   */
  async endChoices(): Promise<void> {
    await sql`update batch_runs set choose_until = created_at`.execute(this.db);
  }

  /**
   * Makes each payment session at the provider end no later than the database says. A session that is opened while
   * `age` runs may end too late at the provider: its end is moved into the past only in the database.
   */
  async alignSessions(): Promise<void> {
    const ends = await this.db.selectFrom('payment_attempts').select(['provider_order_id', 'expires_at']).execute();
    for (const { provider_order_id, expires_at } of ends) {
      const order = this.provider.orders.get(provider_order_id);
      if (order) order.expiresAt = Math.min(order.expiresAt, expires_at.getTime());
    }
  }

  /**
   * Ends all database connections of the server instances from the side of PostgreSQL, as its restart does. Waits until
   * the connections have ended.
   */
  async endBackends(): Promise<void> {
    const ports = this.instances.flatMap(({ proxy }) => proxy.ports);
    const { rows } = await sql<{ pid: number }>`select pid, pg_terminate_backend(pid) from pg_stat_activity
      where client_port = any(${ports})`.execute(this.db);
    const ended = rows.map(({ pid }) => pid);
    await until(async () => {
      const left = await sql`select from pg_stat_activity where pid = any(${ended})`.execute(this.db);
      return left.rows.length === 0;
    });
  }

  /**
   * Waits until PostgreSQL has ended the connections of dead server instances and those that a proxy broke, and until
   * the running instances have noticed which connections they have lost.
   */
  async calmDown(): Promise<void> {
    await until(async () => {
      const proxies = this.instances.map(({ proxy }) => proxy);
      const open = proxies.flatMap(({ ports }) => ports);
      const lost = [...proxies, ...this.#deadProxies].flatMap(({ lostPorts }) => lostPorts);
      const { rows } = await sql<{ port: number }>`select client_port as port from pg_stat_activity
        where datname = current_database()`.execute(this.db);
      const used = rows.map(({ port }) => port);
      return (
        open.every((port) => used.includes(port)) && !lost.some((port) => !open.includes(port) && used.includes(port))
      );
    });
    // A server instance sees a broken connection one event-loop turn later than the proxy, so wait a few more turns.
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Deletes the student's sign-in sessions and signs the student in again. */
  async signInAgain(student: SignedInStudent): Promise<void> {
    await this.db.deleteFrom('sessions').where('student_id', '=', student.id).execute();
    student.cookie = (await signIn(this, student)).cookie;
  }

  async stop(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.stop()));
  }
}
