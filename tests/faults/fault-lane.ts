import { type Kysely, sql } from 'kysely';
import type { Database } from '../../server/db/schema.ts';
import { inTransaction } from '../../server/db/transaction.ts';
import { seedAcademy } from '../server/booking/academy-seed.ts';
import { type FakeClock, fakeClock, minute } from '../support/clock.ts';
import { createTestDatabase } from '../support/database.ts';
import { createStudent, signIn } from '../support/student.ts';
import { AppInstance } from './app-instance.ts';
import type { FaultLine } from './fault-line.ts';
import { laneStatements } from './lane-tables.ts';
import { MailWorld } from './mail-world.ts';
import { soldBatches } from './offers.ts';
import { PaymentWorld } from './payment-world.ts';

export type LaneStudent = { id: string; cookie: string };
type Two = [AppInstance, AppInstance];

const lookEveryMs = 5;
const longestMs = 20_000;
const turns = 3;

/** @throws where it does not come true in time */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + longestMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error('connections that were lost do not end');
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

/** One database with two apps on it, on which schedules run one after the other. */
export class FaultLane {
  readonly db: Kysely<Database>;
  readonly world = new PaymentWorld();
  readonly mail = new MailWorld();
  readonly clock: FakeClock = fakeClock();
  readonly #url: string;
  readonly #statements: { empty: string; age: string };
  /** Lines of apps that died in the schedule at work. */
  #deadLines: FaultLine[] = [];
  #instances: Two | undefined;

  private constructor(db: Kysely<Database>, url: string, statements: { empty: string; age: string }) {
    this.db = db;
    this.#url = url;
    this.#statements = statements;
  }

  /** At the top of a test file, as `createTestDatabase`. */
  static async open(): Promise<FaultLane> {
    const { db, url } = await createTestDatabase({ max: 2, lockTimeoutMs: 30_000, statementTimeoutMs: 60_000 });
    // Connections are lost here, PostgreSQL itself never is: nobody needs to wait for the disk.
    await sql.raw(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`).execute(db);
    await seedAcademy(db);
    const lane = new FaultLane(db, url, await laneStatements(db));
    lane.#instances = [await lane.#start(), await lane.#start()];
    return lane;
  }

  get instances(): Two {
    if (!this.#instances) throw new Error('the lane is not open');
    return this.#instances;
  }

  #start(): Promise<AppInstance> {
    const { world, mail, clock } = this;
    return AppInstance.start({ databaseUrl: this.#url, world, mail, clock });
  }

  /** The apps that died are started again. */
  async revive(): Promise<void> {
    for (const position of [0, 1] as const) {
      const { isDead, line } = this.instances[position];
      if (!isDead) continue;
      this.#deadLines.push(line);
      this.instances[position] = await this.#start();
    }
  }

  /** An empty academy with seats as told and new students, signed in. */
  async begin(capacities: readonly number[], students: number): Promise<LaneStudent[]> {
    const { db } = this;
    await this.revive();
    this.#deadLines = [];
    this.world.reset();
    this.mail.reset();
    this.clock.advance(Date.now() - this.clock.now());
    await sql.raw(this.#statements.empty).execute(db);
    await sql`update courses set total_fee_paise = actual_fee_paise`.execute(db);
    await sql`update batches b set taken = 0, status = 'open', start_date = current_date + 60,
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

  /** So many minutes pass: whatever the database's clock judges becomes older. */
  async age(minutes: number): Promise<void> {
    this.world.age(minutes * minute);
    const aged = sql.raw(this.#statements.age.replaceAll('$age', `interval '${minutes} minutes'`));
    await inTransaction(this.db, async (tx) => void (await aged.execute(tx)));
  }

  /** Sessions at the provider end when ours do, also one that was asked for before time passed and opened after it. */
  async alignSessions(): Promise<void> {
    const ends = await this.db.selectFrom('payment_attempts').select(['provider_order_id', 'expires_at']).execute();
    for (const { provider_order_id, expires_at } of ends) {
      const order = this.world.orders.get(provider_order_id);
      if (order) order.expiresAt = Math.min(order.expiresAt, expires_at.getTime());
    }
  }

  /** Every connection of the apps ends as in a restart of PostgreSQL; over when each of them has ended. */
  async endBackends(): Promise<void> {
    const ports = this.instances.flatMap(({ line }) => line.ports);
    const { rows } = await sql<{ pid: number }>`select pid, pg_terminate_backend(pid) from pg_stat_activity
      where client_port = any(${ports})`.execute(this.db);
    const ended = rows.map(({ pid }) => pid);
    await until(async () => {
      const left = await sql`select from pg_stat_activity where pid = any(${ended})`.execute(this.db);
      return left.rows.length === 0;
    });
  }

  /**
   * Over when nothing that was lost or died is at work any more: PostgreSQL has ended what a dead app or a broken line
   * left behind, and the living apps know which connections they lost.
   */
  async calmDown(): Promise<void> {
    await until(async () => {
      const lines = this.instances.map(({ line }) => line);
      const open = lines.flatMap(({ ports }) => ports);
      const lost = [...lines, ...this.#deadLines].flatMap(({ lostPorts }) => lostPorts);
      const { rows } = await sql<{ port: number }>`select client_port as port from pg_stat_activity
        where datname = current_database()`.execute(this.db);
      const used = rows.map(({ port }) => port);
      return (
        open.every((port) => used.includes(port)) && !lost.some((port) => !open.includes(port) && used.includes(port))
      );
    });
    // The app's end of a line closes one turn after the wire's.
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  /** The student's session ends and a new one begins. */
  async signInAgain(student: LaneStudent): Promise<void> {
    await this.db.deleteFrom('sessions').where('student_id', '=', student.id).execute();
    student.cookie = (await signIn(this, student)).cookie;
  }

  async stop(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.stop()));
  }
}
