import { type Kysely, sql } from 'kysely';
import { afterAll } from 'vitest';
import { RawClient, writeRequest } from '../../../../../bench/server/load.ts';
import type { Database } from '../../../../../server/db/schema.ts';
import { createToken, hashToken } from '../../../../../server/http/secret-token.ts';
import type { OrderDeps } from '../../../../../server/orders/order-deps.ts';
import { type FakeClock, fakeClock } from '../../../../support/clock.ts';
import { createTestDatabase } from '../../../../support/database.ts';
import { seedAcademy } from '../../../booking/academy-seed.ts';
import { startOrderServer } from '../order-server.ts';
import { type RaceClient, type RacePlan, raceCourses, racePackages } from './plan-race.ts';

type RaceStudent = { id: string; token: string };
/** A client of the race and the responses to the order calls that it made. */
export type RaceResponse = {
  client: RaceClient;
  responses: Array<{ status: number; body: string }>;
};

/**
 * HTTP connections that are older than this many milliseconds are replaced before the next race, because the server
 * closes connections that are idle for about a minute.
 */
const connectionLifeMs = 20_000;

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

async function seedStudents(db: Kysely<Database>, clock: FakeClock, count: number): Promise<RaceStudent[]> {
  const tokens = Array.from({ length: count }, createToken);
  const [now, end] = [new Date(clock.now()), new Date(clock.now() + 86_400_000)];
  const { rows } = await sql<{ id: string; position: number }>`
    with made as (
      insert into students (first_name, last_name, email, mobile, whatsapp_number, dob)
      select 'Race', n::text, 'race.' || n || '@example.com', '9876500000', '9876500000', '2000-01-01'
      from generate_series(1, ${count}) n returning id
    ), numbered as (
      select id, row_number() over () as position from made
    ), signed_in as (
      insert into sessions (token_hash, student_id, created_at, last_seen_at, expires_at)
      select t.hash, n.id, ${now}, ${now}, ${end}
      from numbered n join unnest(${tokens.map(hashToken)}::bytea[]) with ordinality t (hash, position) using (position)
    )
    select id, position::integer from numbered order by position`.execute(db);
  return rows.map(({ id, position }) => ({ id, token: tokens[position - 1] ?? '' }));
}

/**
 * Two servers on one database, and students who send orders to both servers at the same time, in one race after
 * another.
 */
export class RaceServers {
  readonly db: Kysely<Database>;
  readonly #students: RaceStudent[];
  readonly #connect: () => RawClient[];
  #callers: RawClient[] = [];
  #connectedAt = Number.NEGATIVE_INFINITY;

  private constructor(db: Kysely<Database>, students: RaceStudent[], connect: () => RawClient[]) {
    this.db = db;
    this.#students = students;
    this.#connect = connect;
  }

  /**
   * Creates a database and starts two servers on it, which stop after the last test of the file. Call it at the top of
   * a test file.
   */
  static async open(clients: number, deps: Partial<OrderDeps> = {}): Promise<RaceServers> {
    const { db, url } = await createTestDatabase({ max: 2 });
    await seedCatalogue(db);
    const clock = fakeClock();
    const students = await seedStudents(db, clock, clients);
    await sql`analyze`.execute(db);
    const servers = [await startOrderServer(url, { ...deps, clock }), await startOrderServer(url, { ...deps, clock })];
    // Each client has one connection to each of the two servers, because some clients send their order to both at once.
    const connect = () => Array.from({ length: clients * 2 }, (_, at) => new RawClient(servers[at % 2]?.port ?? 0));
    const made: RaceServers = new RaceServers(db, students, connect);
    afterAll(async () => {
      for (const caller of made.#callers) caller.close();
      await Promise.all(servers.map((server) => server.stop()));
    });
    return made;
  }

  /** Deletes the orders of the previous race, sets the number of seats of each batch, and fills the clients' carts. */
  async #prepare({ capacities, clients }: RacePlan): Promise<void> {
    await sql`do $$ begin
      delete from seat_claims where kind = 'hold'; delete from order_item_courses; delete from order_items;
      delete from order_transitions; delete from payment_attempts; delete from orders; delete from idempotency_keys;
      delete from sandbox_payments; delete from cart_items; end $$`.execute(this.db);
    await sql`update batches b set taken = 0, capacity = c.capacity
      from unnest(${[...capacities.keys()]}::integer[], ${[...capacities.values()]}::integer[]) as c (id, capacity)
      where b.id = c.id`.execute(this.db);
    const lines = clients.flatMap(({ lines }, at) =>
      lines.map((line) => ({ student: this.#students[at]?.id, ...line })),
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

  /**
   * Returns the HTTP connections for the next race. Replaces them if they are old (`connectionLifeMs`), because not
   * every race uses every connection.
   */
  #freshCallers(): RawClient[] {
    if (performance.now() - this.#connectedAt < connectionLifeMs) return this.#callers;
    for (const caller of this.#callers) caller.close();
    this.#connectedAt = performance.now();
    return this.#connect();
  }

  #request(student: RaceStudent, key: string | null): string {
    const path = `/api/orders/create?id=${student.id}&redirect_url=/course-booking/checkout/confirmation`;
    const headers = { cookie: `landfall=${student.token}`, 'x-client': 'web', 'sec-fetch-site': 'same-origin' };
    return writeRequest('POST', path, {
      ...headers,
      ...(key ? { 'idempotency-key': key } : {}),
      'content-length': '0',
    });
  }

  /**
   * Sends the orders of all clients at once, each over its own connection. The server refuses an order with 503 if
   * another transaction has locked a row that it needs. After all responses, sends the refused orders again, at most
   * five times.
   */
  async run(plan: RacePlan): Promise<RaceResponse[]> {
    await this.#prepare(plan);
    this.#callers = this.#freshCallers();
    const calls = plan.clients.flatMap((client, at) => {
      const student = this.#students[at];
      if (!student) throw new Error('more clients than students');
      const request = this.#request(student, client.isKeyed ? `race-key-${plan.seed}-${at}` : null);
      const callers = client.isTwice ? [at * 2, at * 2 + 1] : [at * 2 + (at % 2)];
      return callers.map((caller) => ({ at, caller, request, response: { status: 503, body: '' } }));
    });
    for (let attempt = 0; attempt < 6; attempt++) {
      await Promise.all(
        calls
          .filter(({ response }) => response.status === 503)
          .map(async (call) => {
            const response = await this.#callers[call.caller]?.send(call.request);
            call.response = { status: response?.status ?? 0, body: response?.body.toString() ?? '' };
          }),
      );
    }
    return plan.clients.map((client, at) => ({
      client,
      responses: calls.filter((call) => call.at === at).map(({ response }) => response),
    }));
  }
}
