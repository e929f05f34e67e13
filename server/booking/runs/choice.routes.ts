import { type Kysely, sql } from 'kysely';
import type { Batch } from '../../../contract/batch.ts';
import { type BatchChoice, makeBatchChoice, readBatchChoice } from '../../../contract/batch-choice.ts';
import { availableSeatsSql, spareSeatsSql } from '../../db/available-seats.ts';
import { toRupees } from '../../db/paise.ts';
import type { Database } from '../../db/schema.ts';
import { today } from '../../http/clock.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { refuse } from '../../http/refusal.ts';
import { hashToken, isToken } from '../../http/secret-token.ts';
import { findByToken, type RunItem, settleItem } from './run.repo.ts';
import { type ChoiceDeps, readRefund, refundItem, transferItem } from './settle-choice.ts';

/**
 * The other batches of the course that a student of a moved or cancelled batch could book instead, earliest first. They
 * start after `day`.
 */
async function readOtherBatches(db: Kysely<Database>, item: RunItem, day: string): Promise<Batch[]> {
  const available = availableSeatsSql(item.student_id);
  const { rows } = await sql<Batch>`
    select b.id, b.id as batch_id, b.start_date, b.end_date, b.status, ${available} as available
    from batches b left join ${spareSeatsSql(item.student_id)} spare on spare.batch_id = b.id
    where b.course_id = ${item.course_id} and b.id <> ${item.batch_id} and b.status = 'open' and b.start_date > ${day}
      and ${available} > 0
      and not exists (select from enrolments e where e.batch_id = b.id and e.student_id = ${item.student_id})
    order by b.start_date, b.id limit 50`.execute(db);
  return rows;
}

const chosenBy: Partial<Record<RunItem['state'], BatchChoice['chosen']>> = {
  accepted: 'accepted',
  transferred: 'transferred',
  refunded: 'refunded',
  office: 'office',
};

async function toChoice(db: Kysely<Database>, item: RunItem, deps: ChoiceDeps): Promise<BatchChoice> {
  const { first_name, course_name, order_id, kind, after_start, after_end, to_batch_id } = item;
  const chosen = chosenBy[item.state] ?? null;
  const target =
    to_batch_id === null
      ? undefined
      : await db
          .selectFrom('batches')
          .select(['start_date', 'end_date'])
          .where('id', '=', to_batch_id)
          .executeTakeFirst();
  const refund = chosen === null ? await readRefund(db, item, deps) : null;
  return {
    ...{ kind, first_name, course_name, order_id, chosen },
    before: { start_date: item.before_start, end_date: item.before_end },
    after: after_start === null || after_end === null ? null : { start_date: after_start, end_date: after_end },
    choose_until: item.choose_until.toISOString(),
    chosen_batch: target ?? null,
    batches: chosen === null ? await readOtherBatches(db, item, today(deps.clock)) : [],
    refund:
      refund === null || refund.needsOffice
        ? null
        : { amount: toRupees(refund.paise), package_name: refund.packageName },
  };
}

/**
 * The API calls of the page on which a student of a moved or cancelled batch makes a choice. The link in the email
 * opens this page without a sign-in (docs/product.md#moved-and-cancelled-batches).
 */
export function choiceRoutes(mount: Mount, deps: ChoiceDeps): void {
  const { clock, changes } = deps;

  async function requireItem(db: Kysely<Database>, token: string, lock: boolean): Promise<RunItem> {
    const now = new Date(clock.now());
    const item = isToken(token) ? await findByToken(db, hashToken(token), { now, lock }) : undefined;
    if (item) return item;
    throw refuse(readBatchChoice.refusals, 'LINK_INVALID', 'This link has expired or was replaced by a newer one.');
  }

  mount(readBatchChoice, async ({ db, body: { token } }) => ({
    statusCode: 200,
    data: await toChoice(db, await requireItem(db, token, false), deps),
  }));

  mount(makeBatchChoice, async ({ db, body: { token, choice, batch_id } }) => {
    const { refusals } = makeBatchChoice;
    const item = await requireItem(db, token, true);
    const notOffered = () =>
      refuse(refusals, 'CHOICE_NOT_OFFERED', 'This choice is not possible. Please choose again.');
    if (item.state !== 'waiting') throw refuse(refusals, 'ALREADY_CHOSEN', 'You have chosen already.');
    const actor = 'student by emailed link';
    await changes.lock(db, item.order_id, batch_id === undefined ? [] : [batch_id]);
    // `readRefund` returns null if the booking is no longer in this batch. There is then nothing to choose.
    const refund = await readRefund(db, item, deps);
    if (!refund) throw notOffered();
    if (choice === 'accept') {
      if (item.kind === 'cancel') throw notOffered();
      await settleItem(db, item.id, { state: 'accepted', at: new Date(clock.now()) });
    }
    if (choice === 'refund') {
      if (refund.needsOffice) throw notOffered();
      await refundItem(db, item, { ...deps, actor });
    }
    if (choice === 'transfer') {
      const others = await readOtherBatches(db, item, today(clock));
      const notFree = 'This batch has no seat left. Please choose another.';
      if (batch_id === undefined) throw notOffered();
      if (!others.some(({ id }) => id === batch_id)) throw refuse(refusals, 'BATCH_NOT_FREE', notFree);
      await transferItem(db, item, { ...deps, actor, toBatchId: batch_id }).catch((error: unknown) => {
        throw changes.isRefusedTransfer(error) ? refuse(refusals, 'BATCH_NOT_FREE', notFree, { cause: error }) : error;
      });
    }
    return { statusCode: 200, data: await toChoice(db, await requireItem(db, token, false), deps) };
  });
}
