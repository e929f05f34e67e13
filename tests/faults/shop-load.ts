import { type Kysely, sql } from 'kysely';
import type { Database } from '../../server/db/schema.ts';
import { systemClock } from '../../server/providers/clock.ts';
import { createStudent, signIn } from '../support/student.ts';
import { readBooks } from './books.ts';
import { type Evidence, noEvidence } from './evidence.ts';
import { findViolations } from './find-violations.ts';
import { ShopCalls } from './shop-calls.ts';

type Ware = { course_id: number; batch_id: number };
type Buyer = { id: string; cookie: string };

const atOnce = 10;
/** Seats of the batches on sale: some sell out. */
const capacities = [15, 40, 2_000, 2_000];

/** Sets the seats of a few batches that nobody has booked yet. */
async function putOnSale(db: Kysely<Database>): Promise<Ware[]> {
  const { rows } = await sql<Ware>`
    select distinct on (b.course_id) b.course_id, b.id as batch_id from batches b join courses c on c.id = b.course_id
    where b.status = 'open' and b.taken = 0 and b.start_date > current_date + 7 and c.is_active and c.total_fee_paise > 0
    order by b.course_id, b.id limit ${capacities.length}`.execute(db);
  for (const [place, { batch_id }] of rows.entries())
    await db.updateTable('batches').set({ capacity: capacities[place] }).where('id', '=', batch_id).execute();
  return rows;
}

/** Students who order and pay without pause, while servers and databases die under them. */
export class ShopLoad {
  readonly evidence: Evidence = noEvidence();
  readonly #address: string;
  readonly #wares: Ware[];
  readonly #buyers: Buyer[];
  readonly #lanes: Promise<unknown>;
  #isOver = false;
  #next = 0;
  #watch: { count: number; resolve: () => void } | undefined;

  private constructor(address: string, wares: Ware[], buyers: Buyer[]) {
    this.#address = address;
    this.#wares = wares;
    this.#buyers = buyers;
    this.#lanes = Promise.all(Array.from({ length: atOnce }, () => this.#shopOn()));
  }

  /** `buyers` students at most come; the server is up. */
  static async begin(db: Kysely<Database>, address: string, buyers: number): Promise<ShopLoad> {
    const wares = await putOnSale(db);
    const students: Buyer[] = [];
    for (let made = 0; made < buyers; made++) {
      const { id } = await createStudent(db, { indos_number: null, passport_number: null });
      students.push({ id, ...(await signIn({ db, clock: systemClock }, { id })) });
    }
    return new ShopLoad(address, wares, students);
  }

  /** Resolves in the midst of things, once `count` further bookings were acknowledged. */
  booked(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#watch = { count: this.evidence.seenCompleted.size + count, resolve };
    const ranOut = this.#lanes.then(() => {
      throw new Error('no buyer is left');
    });
    return Promise.race([promise, ranOut]);
  }

  /** Nobody new comes; who is there gets through. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#lanes;
  }

  async #shopOn(): Promise<void> {
    while (!this.#isOver) {
      const place = this.#next++;
      const buyer = this.#buyers[place];
      const ware = this.#wares[place % this.#wares.length];
      if (!buyer || !ware) return;
      await this.#buy(buyer, ware);
      if (this.#watch && this.evidence.seenCompleted.size >= this.#watch.count) this.#watch.resolve();
    }
  }

  async #buy({ id, cookie }: Buyer, ware: Ware): Promise<void> {
    const calls = new ShopCalls(this.#address, cookie, this.evidence);
    const called = { studentId: id, item: `course ${ware.course_id}` };
    const body = { type: 'course', ...ware };
    const added = await calls.send({ ...called, kind: 'add', key: `add-${id}`, body }, 'POST', '/api/cart/add');
    if (added.status !== 200) return;
    const query = new URLSearchParams({ id, redirect_url: '/course-booking/checkout/confirmation' });
    const url = `/api/orders/create?${query}`;
    const created = await calls.send({ ...called, kind: 'create', key: `order-${id}`, body: {} }, 'POST', url);
    if (created.status !== 200) return;
    await calls.pay(String(created.body.data));
    await calls.settle(id, String(created.body.attempt_id));
  }
}

/** Holds the books of a database, served by the sandbox, against what the buyers saw. */
export async function judgeShop(db: Kysely<Database>, evidence: Evidence): Promise<string[]> {
  const { rows: paid } = await sql<{ id: string; orderId: string; amountPaise: number }>`
    select payment_id as id, provider_order_id as "orderId", amount_paise as "amountPaise"
    from sandbox_payments where state = 'paid'`.execute(db);
  const { rows: refunded } = await sql<{ id: string; amountPaise: number }>`
    select refund_id as id, amount_paise as "amountPaise" from sandbox_refunds`.execute(db);
  const { rows: letters } = await sql<{ key: string }>`
    select dedupe_key as key from sandbox_messages where channel = 'mail' and dedupe_key is not null`.execute(db);
  const seen = {
    paid: paid.map((payment) => ({ ...payment, begunAt: 1 })),
    refunded,
    letters: letters.map(({ key }) => key),
  };
  return findViolations(await readBooks(db), { ...evidence, ...seen });
}
