import type { Cart, CartItem } from '../../../contract/cart.ts';
import type { Order, OrderUpdate } from '../../../contract/orders.ts';
import type { Student } from '../../../contract/student.ts';

export const studentId = '6f1c2a34-7a10-4b5e-9d55-0f6f6b1f0001';

export function profile(change: Partial<Student> = {}): Partial<Student> & { id: string } {
  return {
    id: studentId,
    first_name: 'Asha',
    last_name: 'Nair',
    email: 'asha.nair@example.com',
    mobile: '9876500001',
    whatsapp_number: '9876500001',
    dob: '2003-06-14',
    indos_number: '24EL0001',
    passport_number: null,
    ...change,
  };
}

const batch = {
  id: 71,
  batch_id: 71,
  start_date: '2026-12-01',
  end_date: '2026-12-03',
  available: 4,
  status: 'open' as const,
};
const details = { featured_image_url: '', duration: 3, duration_unit: 'day' as const };

/** A cart line with the course Fire Fighting in the batch that starts on 1 December. */
export function line(change: Partial<CartItem> = {}): CartItem {
  const course = { id: 7, course_name: 'Fire Fighting', meta_text: 'fire-fighting', total_fee: 5000, ...details };
  return {
    id: 7,
    type: 'course',
    quantity: 1,
    price: { main: 5000 },
    course: { ...course, batch, trouble: null },
    ...change,
  };
}

export function cart(change: Partial<Cart> = {}): Cart {
  return {
    items: [line()],
    totals: { subtotal: 5000, discount: 0, total: 5000 },
    user: studentId,
    userImg: null,
    username: 'Asha Nair',
    allowedBooking: true,
    ...change,
  };
}

export const settings = {
  id: 1,
  booking_title: 'Book Online',
  booking_description: '',
  enable_booking: true,
  require_login: true,
  terms_title: 'Booking terms',
  terms_content: '<p>Seats are held while you pay.</p>',
  terms_checkbox_text: 'I accept the booking terms.',
  terms_version: '2026-04',
  payment_note: 'You pay Harbour Academy by UPI or card.',
};

export const attemptId = 'LF-2026-000123-1';

export function order(change: Partial<Order> = {}): Order {
  return {
    order_id: 'LF-2026-000123',
    order_date: '2026-11-21T03:30:00.000Z',
    final_payment_status: 'APPROVED',
    state: 'completed',
    total: 5000,
    receipt_number: 'LFR-2026-000045',
    items: [
      {
        id: 7,
        name: 'Fire Fighting',
        type: 'course',
        price: 5000,
        batch_start_date: '2026-12-01',
        batch_end_date: '2026-12-03',
        status: 'Not Started',
      },
    ],
    ...change,
  };
}

/** A response of `GET /orders/update` with an order. */
export function update(change: Partial<Order> = {}): OrderUpdate {
  const updated = order(change);
  const { order_id, final_payment_status, state } = updated;
  return { order_id, attempt_id: attemptId, final_payment_status, state, order: updated };
}
