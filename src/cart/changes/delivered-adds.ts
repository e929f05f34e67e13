import type { Cart } from '../../../contract/cart.ts';
import type { CartContents } from '../../../machines/cart-lines.ts';
import { type AddRow, isDeliveredAdd, type OutboxRow } from '../../offline/outbox/row.ts';

/*
 * Once an addition to the cart has been delivered, the server's cart contains the course or package before the page's
 * cart does. Until the page has loaded the cart, the outbox keeps the row, and screens show what the row has added.
 */

/** Whether the cart contains the course or package that the row adds. */
export function isInCart(cart: Cart | undefined, { payload }: AddRow): boolean {
  const id = payload.type === 'course' ? payload.course_id : payload.package_id;
  return cart?.items.some((line) => line.type === payload.type && line.id === id) ?? false;
}

/** Returns the rows of the outbox, except delivered additions whose course or package the cart contains. */
export function withoutCartLines(rows: readonly OutboxRow[], cart: Cart | undefined): readonly OutboxRow[] {
  const isShownByCart = (row: OutboxRow) => isDeliveredAdd(row) && isInCart(cart, row);
  return rows.some(isShownByCart) ? rows.filter((row) => !isShownByCart(row)) : rows;
}

/**
 * Returns the courses and packages of the cart (`contents`), and those that the outbox has added since the cart was
 * loaded.
 */
export function withDelivered(contents: CartContents, rows: readonly OutboxRow[]): CartContents {
  const payloads = rows.filter(isDeliveredAdd).map(({ payload }) => payload);
  if (payloads.length === 0) return contents;
  const courses = payloads.flatMap((one) =>
    one.type === 'course' ? [one.course_id] : one.batches.map(({ course_id }) => course_id),
  );
  const packages = payloads.flatMap((one) => (one.type === 'package' ? [one.package_id] : []));
  return {
    courses: new Set([...contents.courses, ...courses]),
    packages: new Set([...contents.packages, ...packages]),
  };
}
