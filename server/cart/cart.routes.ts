import type { Kysely } from 'kysely';
import { addToCart, getCart, listCartBatches, removeFromCart, swapBatch } from '../../contract/cart.ts';
import type { Database } from '../db/schema.ts';
import { WrittenAnswer } from '../http/call.ts';
import type { Answered } from '../http/keyed.ts';
import type { Mount } from '../http/mount.ts';
import { type Clock, today } from '../providers/clock.ts';
import { openAddDesk } from './add-desk.ts';
import { addRefusal } from './add-refusal.ts';
import { removeLine, type StoredAdd } from './cart.repo.ts';
import { readChoices, storeSwap } from './cart-batch.repo.ts';
import type { CartLines, PriceRules } from './cart-line.ts';
import { readCartLines, reckonCart } from './cart-lines.repo.ts';
import { toCart } from './cart-shape.ts';
import { swapRefusal } from './swap-refusal.ts';

const addedSchema = addToCart.answers[200];

export type CartParts = { db: Kysely<Database>; clock: Clock; prices: PriceRules };

export function cartRoutes(mount: Mount, { db: pool, clock, prices }: CartParts): void {
  const answerLines = (lines: CartLines) => ({ statusCode: 200 as const, data: toCart(lines, prices.toWire) });
  const answerCart = async (db: Kysely<Database>, studentId: string) =>
    answerLines(await readCartLines(db, studentId, today(clock), prices));

  mount(getCart, ({ db, subject }) => answerCart(db, subject.studentId));

  const answerAdd = ({ facts, cart }: StoredAdd): Answered => {
    const refusal = addRefusal(facts, today(clock));
    if (refusal) throw refusal;
    const body = addedSchema.parse(answerLines(reckonCart(cart, today(clock), prices)));
    return { status: 200, body, text: JSON.stringify(body) };
  };
  const add = openAddDesk(pool, answerAdd);
  mount(
    addToCart,
    async ({ subject, body, callKey }) =>
      new WrittenAnswer(await add({ studentId: subject.studentId, add: body, callKey })),
    { ownTransactions: true },
  );

  mount(removeFromCart, async ({ db, subject, body }) => {
    await removeLine(db, subject.studentId, body);
    return answerCart(db, subject.studentId);
  });

  mount(swapBatch, async ({ db, subject, body }) => {
    const refusal = swapRefusal(await storeSwap(db, subject.studentId, body), today(clock));
    if (refusal) throw refusal;
    return answerCart(db, subject.studentId);
  });

  mount(listCartBatches, async ({ db, subject }) => {
    return { statusCode: 200, data: await readChoices(db, subject.studentId, today(clock)) };
  });
}
