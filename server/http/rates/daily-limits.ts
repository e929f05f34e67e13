import { createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { createHourlyDeletion } from '../../db/jobs/hourly-deletion.ts';
import type { Database } from '../../db/schema.ts';
import type { Clock } from '../clock.ts';
import { addressKey } from './address-key.ts';

/** What has a daily limit: reports of errors, new kinds of errors, and uploaded bytes. */
type Kind = 'clientErrors' | 'clientErrorGroups' | 'uploadBytes';
/**
 * An amount to count against a daily limit. `address`: the IP address whose limit it is; null for the limit of the
 * whole site.
 */
type Usage = { address: string | null; amount: number };

/** Daily limits, counted in the database for all processes. A day begins at midnight UTC (docs/product.md#rates). */
export type DailyLimits = {
  /** Counts an amount. Returns false, and counts nothing, if the day's limit would be exceeded. */
  use(kind: Kind, usage: Usage & { limit: number }): Promise<boolean>;
  /** Takes back a counted amount that was not used after all. */
  giveBack(kind: Kind, usage: Usage): Promise<void>;
  /** Milliseconds until the limits are reset. */
  untilReset(): number;
};

const dayMs = 86_400_000;

export function createDailyLimits(deps: { db: Kysely<Database>; clock: Clock; secret: string }): DailyLimits {
  const { db, clock, secret } = deps;
  const today = () => new Date(clock.now()).toISOString().slice(0, 10);
  const keyOf = (address: string | null) =>
    address === null ? '' : createHmac('sha256', secret).update(addressKey(address)).digest('base64url');
  const deleteOldDays = createHourlyDeletion(clock, async () => {
    await db.deleteFrom('daily_usage').where('day', '<', today()).execute();
  });

  return {
    async use(kind, { address, amount, limit }) {
      await deleteOldDays();
      const { rows } = await sql`
        insert into daily_usage (day, kind, key, amount)
        select ${today()}::date, ${kind}, ${keyOf(address)}, ${amount}::bigint where ${amount}::bigint <= ${limit}::bigint
        on conflict (day, kind, key) do update set amount = daily_usage.amount + excluded.amount
        where daily_usage.amount + excluded.amount <= ${limit}::bigint
        returning day`.execute(db);
      return rows.length > 0;
    },
    async giveBack(kind, { address, amount }) {
      await db
        .updateTable('daily_usage')
        .set({ amount: sql`greatest(0, amount - ${amount}::bigint)` })
        .where('day', '=', today())
        .where('kind', '=', kind)
        .where('key', '=', keyOf(address))
        .execute();
    },
    untilReset: () => dayMs - (clock.now() % dayMs),
  };
}
