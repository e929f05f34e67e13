import type { Kysely } from 'kysely';
import { addToCart, getCart, listCartBatches, removeFromCart, swapBatch } from '../../contract/cart.ts';
import type { Database } from '../db/schema.ts';
import type { Mount } from '../http/mount.ts';
import { type Clock, today } from '../providers/clock.ts';
import { addRefusal } from './add-refusal.ts';
import { removeLine, storeAdd } from './cart.repo.ts';
import { readChoices, storeSwap } from './cart-batch.repo.ts';
import type { CartLines, PriceRules } from './cart-line.ts';
import { readCartLines, reckonCart } from './cart-lines.repo.ts';
import { toCart } from './cart-shape.ts';
import { swapRefusal } from './swap-refusal.ts';

export function cartRoutes(mount: Mount, { clock, prices }: { clock: Clock; prices: PriceRules }): void {
  const answerLines = (lines: CartLines) => ({ statusCode: 200 as const, data: toCart(lines, prices.toWire) });
  const answerCart = async (db: Kysely<Database>, studentId: string) =>
    answerLines(await readCartLines(db, studentId, today(clock), prices));

  mount(getCart, ({ db, subject }) => answerCart(db, subject.studentId));

  mount(addToCart, async ({ db, subject, body }) => {
    const { facts, cart } = await storeAdd(db, subject.studentId, body);
    const refusal = addRefusal(facts, today(clock));
    if (refusal) throw refusal;
    return answerLines(reckonCart(cart, today(clock), prices));
  });

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
