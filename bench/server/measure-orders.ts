import type { OpenedDatabase } from '../../server/db/open.ts';
import type { Child } from '../child.ts';
import { checkRatio, compare, dealer, hammer, report, seconds } from '../measure.ts';
import { drive } from './load.ts';
import { expireOrders, type Order, openRawOrders, orderWriter, seedOrders } from './order-load.ts';
import { WorkMeter } from './work-meter.ts';

const clientCounts = [1, 8, 32];
const students = 20_000;
const batches = 1_000;
const budgets = { spread: 0.4, hot: 5, hotP99: 0.25 };

/**
 * Compares placing orders through the API with a minimal SQL transaction (`openRawOrders`): once with all orders for
 * the same batch, and once with orders spread over 1,000 batches.
 */
export async function measureOrders(
  { port, pid }: Child,
  database: OpenedDatabase,
  connections: number,
): Promise<void> {
  const { db } = database;
  const write = await orderWriter(db);
  const raw = openRawOrders(database, connections);
  const load = await seedOrders(db, students, batches);

  async function measure(clients: number, orders: readonly Order[]) {
    const begin = async () => {
      await expireOrders(db);
      return dealer(orders);
    };
    const meter = new WorkMeter(pid, db);
    const [ours, theirs] = await compare(
      async () => {
        const next = await begin();
        return meter.during(() => hammer(port, clients, () => write(next())));
      },
      async () => {
        const next = await begin();
        return drive(clients, seconds, () => raw.run(next()));
      },
    );
    const measured = report('POST /api/orders/create', ours);
    meter.print();
    return { ours: measured, theirs: report('the transaction by pg', theirs) };
  }

  try {
    for (const clients of clientCounts) {
      console.log(`Orders over ${batches} batches, ${clients} clients, ${connections} database connections`);
      const { ours, theirs } = await measure(clients, load.spread);
      checkRatio('share of the raw transaction', ours.perSecond / theirs.perSecond, { least: budgets.spread });
    }
    for (const clients of clientCounts) {
      console.log(`Orders for one batch, ${clients} clients, ${connections} database connections`);
      const { ours, theirs } = await measure(clients, load.hot);
      const isRush = clients === Math.max(...clientCounts);
      checkRatio('share of the raw transaction', ours.perSecond / theirs.perSecond, {
        least: isRush ? budgets.hot : 0,
      });
      checkRatio('p99 relative to the raw transaction', ours.p99 / theirs.p99, { most: isRush ? budgets.hotP99 : 100 });
    }
  } finally {
    await raw.close();
  }
}
