import type { Kysely } from 'kysely';
import { addToCart, getCart, listCartBatches, removeFromCart, swapBatch } from '../../contract/cart.ts';
import type { Database } from '../db/schema.ts';
import { type Clock, today } from '../http/clock.ts';
import type { SerialisedResponse } from '../http/idempotency/keyed-call.ts';
import { PreserialisedResponse, type Subject } from '../http/mount/call.ts';
import type { Mount } from '../http/mount/mount.ts';
import { type AddQueue, createAddQueue } from './add-queue.ts';
import { readChoices, storeSwap } from './batch-swap.repo.ts';
import { priceCart, readCartLines } from './cart.repo.ts';
import { removeLine, type StoredAdd } from './cart-changes.repo.ts';
import type { CartLines, PriceRules } from './cart-line.ts';
import { addRefusal, swapRefusal } from './cart-refusals.ts';
import { toCart } from './cart-shape.ts';

const addedSchema = addToCart.answers[200];

type CartDeps = { db: Kysely<Database>; clock: Clock; prices: PriceRules };

/** Registers the calls of the cart. Returns the queue of `POST /cart/add` calls, so that its length can be measured. */
export function cartRoutes(mount: Mount, { db: pool, clock, prices }: CartDeps): AddQueue {
  const toResponse = (lines: CartLines) => ({ statusCode: 200 as const, data: toCart(lines, prices.toWire) });
  const readResponse = async (db: Kysely<Database>, studentId: string) =>
    toResponse(await readCartLines(db, studentId, today(clock), prices));
  // A cart may be too large to be stored as the response of a call. A retry of such a call gets the current cart
  // instead.
  const readAgain = async (db: Kysely<Database>, subject: Subject | null) =>
    subject && readResponse(db, subject.studentId);

  mount(getCart, ({ db, subject }) => readResponse(db, subject.studentId));

  const validateAdd = ({ facts, cart }: StoredAdd): SerialisedResponse => {
    const refusal = addRefusal(facts, today(clock));
    if (refusal) throw refusal;
    const body = addedSchema.parse(toResponse(priceCart(cart, today(clock), prices)));
    return { status: 200, body, text: JSON.stringify(body) };
  };
  const addQueue = createAddQueue(pool, validateAdd);
  mount(
    addToCart,
    async ({ subject, body, callKey }) =>
      new PreserialisedResponse(await addQueue.add({ studentId: subject.studentId, add: body, callKey })),
    { ownTransactions: true, readAgain },
  );

  mount(
    removeFromCart,
    async ({ db, subject, body }) => {
      await removeLine(db, subject.studentId, body);
      return readResponse(db, subject.studentId);
    },
    { readAgain },
  );

  mount(
    swapBatch,
    async ({ db, subject, body }) => {
      const refusal = swapRefusal(await storeSwap(db, subject.studentId, body), today(clock));
      if (refusal) throw refusal;
      return readResponse(db, subject.studentId);
    },
    { readAgain },
  );

  mount(listCartBatches, async ({ db, subject }) => {
    return { statusCode: 200, data: await readChoices(db, subject.studentId, today(clock)) };
  });
  return addQueue;
}
