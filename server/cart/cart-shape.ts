import type { Cart, CartItem } from '../../contract/cart.ts';
import { toRupees } from '../db/paise.ts';
import type { CartLine, CartLines, LineCourse, PriceRules } from './cart-line.ts';

/**
 * The cart's totals in paise. The subtotal is the sum of the fees, the total is the sum of the prices after
 * discounts.
 */
function sumTotals(lines: readonly CartLine[]): { subtotal: number; discount: number; total: number } {
  const subtotal = lines.reduce((sum, line) => sum + line.feePaise, 0);
  const total = lines.reduce((sum, line) => sum + line.price.main, 0);
  return { subtotal, discount: subtotal - total, total };
}

const toCourse = ({ course, feePaise }: LineCourse) => ({ ...course, total_fee: toRupees(feePaise) });

function toItem(line: CartLine, toWire: PriceRules['toWire']): CartItem {
  const base = { id: line.id, type: line.type, quantity: 1 as const, price: toWire(line.price, line.terms) };
  if (line.type === 'course') {
    const [chosen] = line.courses;
    return chosen ? { ...base, course: { ...toCourse(chosen), batch: chosen.batch, trouble: chosen.trouble } } : base;
  }
  return {
    ...base,
    package: {
      id: line.id,
      package_name: line.name,
      featured_image_url: line.image,
      total_fee: toRupees(line.feePaise),
      batches: line.courses.map((chosen) => ({
        course: toCourse(chosen),
        batch: chosen.batch,
        trouble: chosen.trouble,
      })),
      packageDiscounts: line.discounts.map((discount) => ({ ...discount, value: toRupees(discount.value) })),
    },
  };
}

/** The cart as the API returns it, in rupees. */
export function toCart({ student, lines }: CartLines, toWire: PriceRules['toWire']): Cart {
  const { subtotal, discount, total } = sumTotals(lines);
  return {
    items: lines.map((line) => toItem(line, toWire)),
    totals: { subtotal: toRupees(subtotal), discount: toRupees(discount), total: toRupees(total) },
    user: student.id,
    userImg: student.image,
    username: student.name,
    allowedBooking: student.allowedBooking,
  };
}
