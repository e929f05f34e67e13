import { sql } from 'kysely';
import type { OpenedDatabase } from '../../server/db/open.ts';
import type { Child } from '../child.ts';
import { checkRatio, compare, report, rounds, seconds } from '../measure.ts';
import { checkOut, type Shopper, seedCatalogue, seedShoppers } from './checkout-load.ts';
import { drive, RawClient } from './load.ts';
import { WorkMeter } from './work-meter.ts';

const clients = 16;
const clientCounts = [1, 8, 32];
const newcomers = 20_000;
const regulars = 320;
const earlierOrders = 200;
const portion = 20;
const batches = 8_000;
const budget = 0.8;

/**
 * Measures whole checkouts with 1, 8 and 32 parallel clients, each checkout by a new student. Then compares new
 * students with students who already have many orders of the same day. On a busy machine, the processor time and the
 * write-ahead log (WAL) per checkout say more than the checkouts per second.
 */
export async function measureCheckout({ port, pid }: Child, { db }: OpenedDatabase): Promise<void> {
  await seedCatalogue(db, batches);
  const fresh = await seedShoppers(db, { students: newcomers, orders: 0 });
  const many: Shopper[] = [];
  // Insert the students and their orders in portions, so that no statement exceeds the statement timeout of the
  // connection.
  for (let first = 1; first <= regulars; first += portion)
    many.push(...(await seedShoppers(db, { students: portion, orders: earlierOrders, first })));
  // Refresh the statistics now, because PostgreSQL itself does it only after a minute or more. Without statistics it
  // plans to read whole tables, and a checkout takes three times the processor time.
  await sql`analyze`.execute(db);
  // Book another batch in each checkout: the students with earlier orders check out several times, and a student can
  // book a batch only once.
  let turns = 0;
  const run = async (shopperOf: (turn: number, client: number) => Shopper | undefined, count = clients) => {
    const connections = Array.from({ length: count }, () => new RawClient(port));
    try {
      return await drive(count, seconds, async (client) => {
        const turn = turns++;
        const [connection, shopper] = [connections[client], shopperOf(turn, client)];
        if (!connection || !shopper) throw new Error('Too few students: seed more');
        await checkOut(connection, shopper, turn % batches);
      });
    } finally {
      for (const connection of connections) connection.close();
    }
  };
  let next = 0;
  // Check out during one round, then refresh the statistics again. Some tables, such as those of payments, were empty
  // until then, and PostgreSQL plans to read an empty table as a whole, for each checkout anew.
  await run(() => fresh[next++]);
  await sql`analyze`.execute(db);
  console.log('Whole checkouts: add, create, pay, confirm, each by a new student');
  for (const count of clientCounts) {
    const meter = new WorkMeter(pid, db);
    const loads = [];
    for (let round = 0; round < rounds; round++) loads.push(await meter.during(() => run(() => fresh[next++], count)));
    report(`${count} clients`, loads);
    meter.print();
  }
  // Give each client students of its own, because a student must not check out twice at the same time.
  const share = regulars / clients;
  const [regular, single] = await compare(
    () => run((turn, client) => many[client * share + (turn % share)]),
    () => run(() => fresh[next++]),
  );
  console.log(`Whole checkouts at ${clients} clients`);
  const name = `with ${earlierOrders} orders of today`;
  const ratio = report(name, regular).perSecond / report('with no earlier order', single).perSecond;
  checkRatio('share of those with no earlier order', ratio, { least: budget });
}
