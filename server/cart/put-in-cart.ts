import { sql } from 'kysely';
import type { CartAdd } from '../../contract/cart.ts';
import type { Tx } from '../db/schema.ts';
import { notFound } from '../http/refusal.ts';
import { storeAdds } from './cart-changes.repo.ts';
import { addRefusal } from './cart-refusals.ts';

/**
 * Puts a course or package into the student's cart. The new item replaces the same item in the cart, and a new package
 * also replaces single courses that it contains. A package in the cart is not replaced: if it contains a course of the
 * new item, the new item is refused. `today` is the date in the academy's time zone.
 * @throws Refusal for the same reasons as `POST /cart/add`; the caller must then roll the transaction back
 */
export async function putInCart(tx: Tx, studentId: string, add: CartAdd, today: string): Promise<void> {
  const courses = (add.type === 'course' ? [add] : add.batches).map(({ course_id }) => course_id);
  const packageId = add.type === 'package' ? add.package_id : null;
  await sql`delete from cart_items where student_id = ${studentId}
    and (course_id = any(${courses}::integer[]) or package_id = ${packageId})`.execute(tx);
  const stored = (await storeAdds(tx, [{ studentId, add }], { waitForLocks: true })).get(studentId);
  if (!stored) throw notFound();
  const refusal = addRefusal(stored.facts, today);
  if (refusal) throw refusal;
}
