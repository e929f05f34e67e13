import { sql } from 'kysely';
import type { CartAdd } from '../../contract/cart.ts';
import {
  acceptWaitingOffer,
  joinWaitingList,
  leaveWaitingList,
  listWaitingEntries,
} from '../../contract/waiting-lists.ts';
import { inTransaction } from '../db/transactions/transaction.ts';
import type { Mount } from '../http/mount/mount.ts';
import { notFound, refuse } from '../http/refusal.ts';
import { readEntries, readOwnEntries, type StoredEntry } from './entry.repo.ts';
import { join } from './join.ts';
import { endAndWithdraw } from './offers.ts';
import type { WaitingDeps } from './waiting-deps.ts';

function toCartAdd({ type, item_id, batches }: StoredEntry): CartAdd {
  const chosen = batches.map(({ course_id, batch_id }) => ({ course_id, batch_id }));
  if (type === 'package') return { type, package_id: item_id, batches: chosen };
  const [only] = chosen;
  if (!only) throw new Error('an entry has no batch');
  return { type, ...only };
}

/** The calls by which students use waiting lists (docs/product.md#waiting-lists). */
export function waitingListRoutes(mount: Mount, deps: WaitingDeps): void {
  mount(listWaitingEntries, async ({ db, subject }) => ({
    statusCode: 200,
    data: await readOwnEntries(db, subject.studentId),
  }));

  mount(joinWaitingList, async ({ db, subject, body }) => {
    await join(db, deps, subject.studentId, body);
    return { statusCode: 200, data: await readOwnEntries(db, subject.studentId) };
  });

  const findOwn = async (db: WaitingDeps['db'], studentId: string, id: number) => {
    const [entry] = await readEntries(db, sql`e.id = ${id} and e.student_id = ${studentId}`);
    if (!entry) throw notFound();
    return entry;
  };

  mount(leaveWaitingList, async ({ subject: { studentId }, body: { id } }) =>
    inTransaction(deps.db, async (tx) => {
      await findOwn(tx, studentId, id);
      await endAndWithdraw(tx, deps, id, 'left');
      return { statusCode: 200, data: await readOwnEntries(tx, studentId) };
    }),
  );

  mount(acceptWaitingOffer, async ({ subject: { studentId }, body: { id } }) =>
    inTransaction(deps.db, async (tx) => {
      const entry = await findOwn(tx, studentId, id);
      if (entry.offer_until === null)
        throw refuse(acceptWaitingOffer.refusals, 'OFFER_ENDED', 'This offer has ended. The seat is no longer held.');
      await deps.putInCart(tx, studentId, toCartAdd(entry));
      return { statusCode: 200 };
    }),
  );
}
