import type { Cart, CartItem, LineTrouble } from '../../../contract/cart.ts';
import { batch } from '../catalogue/academy.ts';

export const studentId = '6f1c2a34-7a10-4b5e-9d55-0f6f6b1f0001';

const fireFighting = {
  id: 408,
  course_name: 'Advanced Fire Fighting',
  total_fee: 8024,
  duration: 6,
  duration_unit: 'day',
  meta_text: 'advanced-fire-fighting',
} as const;

/** A cart line with a course. `trouble`: why the batch of the course cannot be booked; null if it can. */
export function courseLine(trouble: LineTrouble | null = null, seats = 20): CartItem {
  const chosen = batch({ available: seats });
  const course =
    trouble === 'booked'
      ? { ...fireFighting, batch: { ...chosen, is_booked: true }, trouble: null }
      : { ...fireFighting, batch: chosen, trouble };
  return { id: 408, type: 'course', quantity: 1, price: { main: 8024 }, course };
}

/**
 * A cart line with a package of two courses. `trouble`: why the batch of the second course cannot be booked; null if it
 * can.
 */
export function packageLine(trouble: 'full' | null = null): CartItem {
  const batches = [
    {
      course: { ...fireFighting, id: 401, course_name: 'Survival Techniques' },
      batch: batch({ id: 11 }),
      trouble: null,
    },
    { course: { ...fireFighting, id: 402, course_name: 'Elementary First Aid' }, batch: batch({ id: 21 }), trouble },
  ];
  return {
    id: 801,
    type: 'package',
    quantity: 1,
    price: { main: 12956.4, struck: 14396, percent_off: 10 },
    package: {
      id: 801,
      package_name: 'Basic Safety Pack',
      featured_image_url: '/media/packages/1-640.webp',
      total_fee: 14396,
      batches,
      packageDiscounts: [],
    },
  };
}

export function cartOf(items: CartItem[], change: Partial<Cart> = {}): Cart {
  return {
    items,
    totals: { subtotal: 22420, discount: 1439.6, total: 20980.4 },
    user: studentId,
    userImg: null,
    username: 'Asha Nair',
    allowedBooking: true,
    ...change,
  };
}
