import type { OpenedDatabase } from '../../server/db/open.ts';
import { checkRatio, compare, dealer, hammer, report, seconds } from '../measure.ts';
import { emptyCarts, openRawAdds, seedAdds, writeAdd } from './cart-load.ts';
import { drive } from './load.ts';

const clients = 16;
const students = 20_000;
const budget = 0.25;

/** Compares cart additions through the API with the SQL statement of a cart addition alone. */
export async function measureCart(port: number, database: OpenedDatabase, connections: number): Promise<void> {
  const { db } = database;
  const adds = await seedAdds(db, students);
  const raw = openRawAdds(database, connections);
  const begin = async () => {
    await emptyCarts(db);
    return dealer(adds);
  };
  try {
    const [ours, theirs] = await compare(
      async () => {
        const next = await begin();
        return hammer(port, clients, () => writeAdd(next()));
      },
      async () => {
        const next = await begin();
        return drive(clients, seconds, () => raw.run(next()));
      },
    );
    console.log(`Cart additions: complete API calls, ${clients} clients, ${connections} database connections`);
    const ratio = report('POST /api/cart/add', ours).perSecond / report('the upsert by pg', theirs).perSecond;
    checkRatio('share of the raw upsert', ratio, { least: budget });
  } finally {
    await raw.close();
  }
}
