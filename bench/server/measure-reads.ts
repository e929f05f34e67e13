import { sql } from 'kysely';
import type { OpenedDatabase } from '../../server/db/open.ts';
import type { Child } from '../child.ts';
import { report, rounds, seconds } from '../measure.ts';
import { type Shopper, seedCatalogue, seedShoppers } from './checkout-load.ts';
import { drive, RawClient, siteHeaders, writeRequest } from './load.ts';
import { WorkMeter } from './work-meter.ts';

const clients = 32;
const students = 200;
const ordersEach = 5;
/** The number of the first student. Lower numbers are left to the students that `measureCheckout` creates. */
const first = 100_001;

/** The calls of a signed-in student that are measured, in turn. Each of them reads from PostgreSQL. */
const signedInPaths = [
  (student: string) => `/api/users/student/orders?id=${student}`,
  () => '/api/users/student/courses',
  () => '/api/cart',
];

/**
 * Measures the processor time of two kinds of reads: a signed-in student's, which come from PostgreSQL, and a visitor's
 * (`publicPath`), which come from the server's memory. `docs/scaling.md` computes with these figures.
 */
export async function measureReads({ port, pid }: Child, { db }: OpenedDatabase, publicPath: string): Promise<void> {
  await seedCatalogue(db, 1);
  const shoppers = await seedShoppers(db, { students, orders: ordersEach, first });
  await sql`analyze`.execute(db);
  let turn = 0;
  const requests: Record<string, () => string> = {
    'signed in': () => {
      const { student, token } = shoppers[turn % students] as Shopper;
      const path = signedInPaths[Math.floor(turn++ / students) % signedInPaths.length];
      return writeRequest('GET', path?.(student) ?? '', siteHeaders(token));
    },
    public: () => writeRequest('GET', publicPath, { 'accept-encoding': 'br' }),
  };
  console.log(
    `Reads with ${clients} clients: My Orders, My Courses and the cart in turn; a list of courses from memory`,
  );
  for (const [name, request] of Object.entries(requests)) {
    const meter = new WorkMeter(pid, db);
    const loads = [];
    for (let round = 0; round < rounds; round++) {
      const connections = Array.from({ length: clients }, () => new RawClient(port));
      const load = () =>
        drive(clients, seconds, async (client) => {
          const response = await connections[client]?.send(request());
          if (response?.status !== 200) throw new Error(`Status ${response?.status}: ${response?.body}`);
        });
      // Do not count the first round, which fills caches and prepares statements.
      if (round === 0) await load();
      loads.push(await meter.during(load));
      for (const connection of connections) connection.close();
    }
    report(name, loads);
    meter.print();
  }
}
