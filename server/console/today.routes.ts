import type { Kysely } from 'kysely';
import { addDays, daysBetween } from '../../contract/days.ts';
import { mayDo, type StaffPermission, type StaffRole } from '../../contract/staff/permissions.ts';
import {
  type AttentionKind,
  batchAttention,
  type ComingBatch,
  getToday,
  type MuchHeldBatch,
  mostComingBatches,
  type Teaching,
  type Today,
  teachingWindow,
  todayWindow,
} from '../../contract/staff/today.ts';
import type { Database } from '../db/schema.ts';
import { type Clock, today } from '../http/clock.ts';
import type { StaffCaller } from '../http/mount/call.ts';
import type { Mount } from '../http/mount/mount.ts';
import { readDays } from './today.repo.ts';

export type TodayDeps = {
  clock: Clock;
  /**
   * What needs attention: for each kind of item, the function that counts these items and the permission needed to
   * see the count.
   */
  counts: ReadonlyArray<{
    kind: AttentionKind;
    permission: StaffPermission;
    count: (db: Kysely<Database>, role: StaffRole) => Promise<number>;
  }>;
  /** The sessions (days of teaching) that the caller teaches from the day `from` to the day `until`. */
  readTeaching: (db: Kysely<Database>, staff: StaffCaller, from: string, until: string) => Promise<Teaching>;
  /** The published batches whose first day is between `from` and `until`, by date. */
  listBatches: (
    db: Kysely<Database>,
    from: string,
    until: string,
  ) => Promise<Array<Omit<ComingBatch, 'attention'> & { free: number; isOpen: boolean }>>;
  /**
   * The published batches that end on the day `from` or later and in which unpaid orders hold many seats, by date.
   */
  listManyHolds: (db: Kysely<Database>, from: string) => Promise<MuchHeldBatch[]>;
};

type Seats = Pick<ComingBatch, 'start_date' | 'capacity' | 'sold'> & { free: number; isOpen: boolean };

/**
 * Why a batch that is open for booking needs attention: it is nearly full, or nearly empty shortly before it starts.
 * Null if it needs no attention.
 */
export function batchNeeds({ start_date, capacity, sold, free, isOpen }: Seats, day: string): ComingBatch['attention'] {
  if (!isOpen) return null;
  const { fullShare, emptyShare, emptyDays } = batchAttention;
  if (free > 0 && free <= Math.max(1, Math.floor(capacity * fullShare))) return 'nearlyFull';
  return sold < capacity * emptyShare && daysBetween(day, start_date) <= emptyDays ? 'nearlyEmpty' : null;
}

/** The call of the console's start page (docs/product.md#today). */
export function todayRoutes(
  mount: Mount,
  { clock, counts, readTeaching, listBatches, listManyHolds }: TodayDeps,
): void {
  const readBatches = async (db: Kysely<Database>, day: string): Promise<ComingBatch[]> => {
    const batches = await listBatches(db, day, addDays(day, todayWindow - 1));
    return batches.map(({ free, isOpen, ...batch }) => ({
      ...batch,
      attention: batchNeeds({ ...batch, free, isOpen }, day),
    }));
  };

  mount(getToday, async ({ db, staff }) => {
    const { role } = staff;
    const day = today(clock);
    const [attention, teaching, days, batches, manyHolds] = await Promise.all([
      Promise.all(
        counts
          .filter(({ permission }) => mayDo(role, permission))
          .map(async ({ kind, count }) => ({ kind, count: await count(db, role) })),
      ),
      role === 'instructor' ? readTeaching(db, staff, day, addDays(day, teachingWindow - 1)) : null,
      mayDo(role, 'payments.read') ? readDays(db, addDays(day, 1 - todayWindow), day) : null,
      mayDo(role, 'batches.read') ? readBatches(db, day) : null,
      mayDo(role, 'batches.read') ? listManyHolds(db, day) : null,
    ]);
    const ofBatches = (['nearlyFull', 'nearlyEmpty'] as const).map((need) => ({
      kind: need === 'nearlyFull' ? ('batchesNearlyFull' as const) : ('batchesNearlyEmpty' as const),
      count: (batches ?? []).filter((batch) => batch.attention === need).length,
    }));
    const ofHolds = { kind: 'batchesManyHolds' as const, count: manyHolds?.length ?? 0 };
    const data: Today = {
      day,
      attention: [...attention, ...(batches ? [...ofBatches, ofHolds] : [])],
      teaching,
      days,
      batches: batches?.slice(0, mostComingBatches) ?? null,
      many_holds: manyHolds?.slice(0, mostComingBatches) ?? null,
    };
    return { statusCode: 200, data };
  });
}
