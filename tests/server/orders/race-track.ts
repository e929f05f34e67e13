import { type Kysely, sql } from 'kysely';
import { afterAll } from 'vitest';
import { Caller, writeRequest } from '../../../bench/load.ts';
import { hashToken, makeToken } from '../../../server/auth/secret-token.ts';
import type { Database } from '../../../server/db/schema.ts';
import type { OrderParts } from '../../../server/orders/order-parts.ts';
import { type FakeClock, fakeClock } from '../../support/clock.ts';
import { createTestDatabase } from '../../support/database.ts';
import { seedAcademy } from '../booking/academy-seed.ts';
import { startOrderServer } from './order-server.ts';
import { type RaceClient, type RacePlan, raceCourses, racePackages } from './race-plan.ts';

type Runner = { id: string; token: string };
/** What a client was answered, each of its calls. */
export type RaceAnswer = { client: RaceClient; runner: Runner; answers: Array<{ status: number; body: string }> };

/** Milliseconds for which connections are used again. */
const freshFor = 20_000;

const records = (rows: readonly object[]) => JSON.stringify(rows);

async function seedCatalogue(db: Kysely<Database>): Promise<void> {
  await seedAcademy(db);
  await sql`insert into courses (id, course_code, course_name, meta_text, is_active, position, category_id, course_template,
      duration, duration_unit, total_fee_paise, actual_fee_paise, featured_image_url, banner_image_url, detail, search_text)
    select id, 'R' || id, 'Race ' || id, 'race-' || id, true, 1, 1, 'Value-added Course', 1, 'day', 100000, 100000, '/m', '/m',
      '{}', '' from jsonb_to_recordset(${records(raceCourses)}::jsonb) as c (id integer)`.execute(db);
  await sql`insert into batches (id, course_id, start_date, end_date, status, capacity)
    select batch::integer, c.id, current_date + 60, current_date + 61, 'open', 1
    from jsonb_to_recordset(${records(raceCourses)}::jsonb) as c (id integer, batches jsonb),
      jsonb_array_elements_text(c.batches) as batch`.execute(db);
  await sql`insert into packages (id, package_name, description, featured_image_url, total_fee_paise, actual_fee_paise,
      duration, duration_unit, is_active, position)
    select id, 'Race ' || id, '', '/m', 150000, 150000, 2, 'day', true, 1
    from jsonb_to_recordset(${records(racePackages)}::jsonb) as p (id integer)`.execute(db);
  await sql`insert into package_courses (package_id, course_id, position)
    select p.id, course::integer, course::integer
    from jsonb_to_recordset(${records(racePackages)}::jsonb) as p (id integer, courses jsonb),
      jsonb_array_elements_text(p.courses) as course`.execute(db);
}

async function seedRunners(db: Kysely<Database>, clock: FakeClock, count: number): Promise<Runner[]> {
  const tokens = Array.from({ length: count }, makeToken);
  const [now, end] = [new Date(clock.now()), new Date(clock.now() + 86_400_000)];
  const { rows } = await sql<{ id: string; place: number }>`
    with made as (
      insert into students (first_name, last_name, email, mobile, whatsapp_number, dob)
      select 'Race', n::text, 'race.' || n || '@example.com', '9876500000', '9876500000', '2000-01-01'
      from generate_series(1, ${count}) n returning id
    ), numbered as (
      select id, row_number() over () as place from made
    ), signed_in as (
      insert into sessions (token_hash, student_id, created_at, last_seen_at, expires_at)
      select t.hash, n.id, ${now}, ${now}, ${end}
      from numbered n join unnest(${tokens.map(hashToken)}::bytea[]) with ordinality t (hash, place) using (place)
    )
    select id, place::integer from numbered order by place`.execute(db);
  return rows.map(({ id, place }) => ({ id, token: tokens[place - 1] ?? '' }));
}

/** Two processes on one database, and students who order at them all at once, again and again. */
export class RaceTrack {
  readonly db: Kysely<Database>;
  readonly #runners: Runner[];
  readonly #connect: () => Caller[];
  #callers: Caller[] = [];
  #connectedAt = Number.NEGATIVE_INFINITY;

  private constructor(db: Kysely<Database>, runners: Runner[], connect: () => Caller[]) {
    this.db = db;
    this.#runners = runners;
    this.#connect = connect;
  }

  /** At the top of a test file or of a `describe`, as `createTestDatabase`. */
  static async open(clients: number, parts: Partial<OrderParts> = {}): Promise<RaceTrack> {
    const { db, url } = await createTestDatabase({ max: 2 });
    await seedCatalogue(db);
    const clock = fakeClock();
    const runners = await seedRunners(db, clock, clients);
    await sql`analyze`.execute(db);
    const servers = [
      await startOrderServer(url, { ...parts, clock }),
      await startOrderServer(url, { ...parts, clock }),
    ];
    // Two connections a client, one to each process: some call twice at once.
    const connect = () => Array.from({ length: clients * 2 }, (_, at) => new Caller(servers[at % 2]?.port ?? 0));
    const made: RaceTrack = new RaceTrack(db, runners, connect);
    afterAll(async () => {
      for (const caller of made.#callers) caller.close();
      await Promise.all(servers.map((server) => server.stop()));
    });
    return made;
  }

  /** Takes back what the last race left, and fills the carts. */
  async #prepare({ capacities, clients }: RacePlan): Promise<void> {
    await sql`do $$ begin
      delete from seat_claims where kind = 'hold'; delete from order_item_courses; delete from order_items;
      delete from order_transitions; delete from payment_attempts; delete from orders; delete from idempotency_keys;
      delete from sandbox_payments; delete from cart_items; end $$`.execute(this.db);
    await sql`update batches b set taken = 0, capacity = c.capacity
      from unnest(${[...capacities.keys()]}::integer[], ${[...capacities.values()]}::integer[]) as c (id, capacity)
      where b.id = c.id`.execute(this.db);
    const lines = clients.flatMap(({ lines }, at) =>
      lines.map((line) => ({ student: this.#runners[at]?.id, ...line })),
    );
    const numbered = records(lines.map((line, id) => ({ id, ...line })));
    await sql`with line as (
        select * from jsonb_to_recordset(${numbered}::jsonb) as l (id integer, student uuid, course_id integer,
          package_id integer, chosen jsonb)
      ), stored as (
        insert into cart_items (id, student_id, type, course_id, package_id) overriding system value
        select id, student, case when package_id is null then 'course' else 'package' end, course_id, package_id from line
      )
      insert into cart_batches (cart_item_id, student_id, course_id, batch_id)
      select line.id, student, (pair ->> 0)::integer, (pair ->> 1)::integer
      from line, jsonb_array_elements(line.chosen) as pair`.execute(this.db);
  }

  /** A server hangs up on who says nothing for a minute, and not everybody has a part in each race. */
  #freshCallers(): Caller[] {
    if (performance.now() - this.#connectedAt < freshFor) return this.#callers;
    for (const caller of this.#callers) caller.close();
    this.#connectedAt = performance.now();
    return this.#connect();
  }

  #request(runner: Runner, key: string | null): string {
    const path = `/api/orders/create?id=${runner.id}&redirect_url=/course-booking/checkout/confirmation`;
    const headers = { cookie: `landfall=${runner.token}`, 'x-client': 'web', 'sec-fetch-site': 'same-origin' };
    return writeRequest('POST', path, {
      ...headers,
      ...(key ? { 'idempotency-key': key } : {}),
      'content-length': '0',
    });
  }

  /** All clients order at once, each over a connection of its own. */
  async run(plan: RacePlan): Promise<RaceAnswer[]> {
    await this.#prepare(plan);
    this.#callers = this.#freshCallers();
    const running = plan.clients.map(async (client, at): Promise<RaceAnswer> => {
      const runner = this.#runners[at];
      if (!runner) throw new Error('more clients than runners');
      const request = this.#request(runner, client.isKeyed ? `race-key-${plan.seed}-${at}` : null);
      const callers = client.isTwice ? [at * 2, at * 2 + 1] : [at * 2 + (at % 2)];
      const sent = await Promise.all(callers.map((caller) => this.#callers[caller]?.send(request)));
      const answers = sent.map((answer) => ({ status: answer?.status ?? 0, body: answer?.body.toString() ?? '' }));
      return { client, runner, answers };
    });
    return Promise.all(running);
  }
}
