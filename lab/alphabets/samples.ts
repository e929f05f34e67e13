import type { LookupUser } from '../../contract/auth.ts';
import type { Cart } from '../../contract/cart.ts';
import type { DatesClash, Order, OrderState, OrderUpdate, PaymentStatus, Quote } from '../../contract/orders.ts';
import type { Registration } from '../../contract/registration.ts';
import type { SignedIn } from '../../contract/signed-in.ts';
import type { CartFailure } from '../../machines/cart-add.ts';
import type { LineChange } from '../../machines/checkout.context.ts';
import type { SavedLibrary } from '../../machines/library-download.machine.ts';
import type { CodeOut } from '../../machines/one-time-code.machine.ts';
import type { QuoteChange } from '../../machines/order-quote.ts';

export const registration: Registration = {
  first_name: 'Nila',
  last_name: 'Thomas',
  email: 'nila.thomas@example.com',
  mobile: '9876500071',
  whatsapp_number: '9876500072',
  indos_number: '',
  dob: '2005-02-28',
  password: 'anchor watch',
};

export const userId = '0190a000-0000-7000-8000-000000000001';

export const student: SignedIn = { id: userId, name: 'Asha Nair', image: null };

/**
 * A sample result of looking up an account: the account can use every sign-in method. `different` replaces some of the
 * fields.
 */
export function lookupUser(different: Partial<LookupUser> = {}): LookupUser {
  return {
    user_id: userId,
    field: 'email',
    email: 'a**m',
    mobile: '******0001',
    whatsapp_number: '******0001',
    is_default_password: false,
    ...different,
  };
}

export const quote: Quote = { total: 12_500, items: [{ type: 'course', id: 7, price: 12_500, batch_ids: [71] }] };

/** A sample response to a payment check. `isPending`: whether a payment is in progress. */
export function orderUpdate(state: OrderState, status: PaymentStatus, isPending = false): OrderUpdate {
  const order: Order = {
    order_id: 'LF-2026-000123',
    order_date: '2026-03-01T09:00:00.000Z',
    final_payment_status: status,
    state,
    is_payment_pending: isPending,
    total: 12_500,
    receipt_number: state === 'completed' ? 'LF-R-2026-000045' : null,
    items: [],
  };
  const attempt_id = `${order.order_id}-1`;
  return { order_id: order.order_id, attempt_id, final_payment_status: status, state, order };
}

export const openBatch = { id: 71, available: 4, status: 'open' } as const;
export const otherBatch = { id: 72, available: 1, status: 'open' } as const;
export const fullBatch = { id: 73, available: 0, status: 'open' } as const;
export const closedBatch = { id: 74, available: 9, status: 'closed' } as const;

/** A sample clash: the dates of a batch in the quote overlap the dates of a course that the student has booked. */
export const datesClash: DatesClash = {
  course_id: 7,
  batch_id: 71,
  course_name: 'Fire Fighting',
  start_date: '2026-12-01',
  end_date: '2026-12-03',
  other: { course_name: 'Radar', start_date: '2026-12-03', end_date: '2026-12-04', is_booked: true },
};

export const cartFailure: CartFailure = { errorCode: 'BATCH_FULL', message: 'This batch is full.' };

/** A one-time code that was sent at time 0 ms. The next code can be requested 30 s later. */
export const codeOut: CodeOut = {
  method: 'whatsapp_otp',
  sentTo: '********0001',
  requestId: 'request-1',
  resendAt: 30_000,
};

const line = { type: 'course', id: 7, name: 'Fire Fighting', courseId: 7, courseName: 'Fire Fighting' } as const;
const days = { start_date: '2026-12-01', end_date: '2026-12-03' };

/** Sample changes of a cart since the student last saw it. */
export const changes = {
  soldOut: { kind: 'unavailable', ...line, trouble: 'full', days },
  dearer: { kind: 'total', was: 12_500, now: 13_000 },
} satisfies Record<string, QuoteChange>;

const course = { id: 7, course_name: 'Fire Fighting', meta_text: 'fire-fighting', total_fee: 12_500 };
const details = { featured_image_url: '', duration: 3, duration_unit: 'day' } as const;
const batch = { id: 71, batch_id: 71, ...days, available: 4, status: 'open' } as const;

/**
 * A cart with the course, batch and price of the sample `quote`. `trouble`: why the batch can no longer be booked; null
 * if it can be booked.
 */
function cartWith(trouble: 'full' | null): Cart {
  const price = { main: 12_500 };
  return {
    items: [{ id: 7, type: 'course', quantity: 1, price, course: { ...course, ...details, batch, trouble } }],
    totals: { subtotal: 12_500, discount: 0, total: 12_500 },
    user: userId,
    userImg: null,
    username: 'Asha Nair',
    allowedBooking: true,
  };
}
export const cart = cartWith(null);
export const soldOutCart = cartWith('full');

export const swap: LineChange = { kind: 'swap', type: 'course', id: 7, courseId: 7, batchId: 72 };

export const savedLibrary: SavedLibrary = {
  since: 1,
  checkedAt: 2,
  bytes: 90_000,
  items: { pages: 27, courses: 45, news: 36, pictures: 0 },
  hasPictures: false,
};
