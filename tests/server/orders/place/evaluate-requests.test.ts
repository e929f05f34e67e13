import { expect, it } from 'vitest';
import { bookingSettingsSchema } from '../../../../contract/booking.ts';
import { evaluateRequests, type OrderRequest } from '../../../../server/orders/place/evaluate-requests.ts';
import type { LiveOrder } from '../../../../server/orders/place/live-order.repo.ts';
import type { Buyer } from '../../../../server/orders/place/lock-buyers.repo.ts';
import { SeatPlan } from '../../../../server/orders/place/seat-plan.ts';
import { settings } from '../../booking/academy-seed.ts';

const studentId = 'asha';

const buyer: Buyer = {
  student_id: studentId,
  first_name: 'Asha',
  last_name: 'Nair',
  email: 'asha@example.com',
  mobile: '9876500001',
  whatsapp_number: null,
  dob: '2000-01-01',
  allowed_booking: true,
  has_live_order: true,
  may_have_payment: false,
  pending_payment: null,
  has_verified_contact: true,
  expired_orders: 0,
  is_key_used: false,
};

const live: LiveOrder = {
  id: 'LF-2026-000001',
  attemptId: 'LF-2026-000001-1',
  isPayable: true,
  isPending: true,
  session: null,
  quote: { total: 0, items: [] },
  seats: [],
  heldUntil: null,
};

const request: OrderRequest = {
  studentId,
  addressHash: Buffer.alloc(32),
  shown: {},
  callKey: null,
  isSettled: true,
  returnUrlOf: () => '/',
};

it('an order is refused if a payment of the student becomes pending while the server reads the data for the order', () => {
  const facts = {
    settings: bookingSettingsSchema.parse(settings),
    buyers: new Map([[studentId, buyer]]),
    carts: new Map(),
    liveOrders: new Map([[studentId, live]]),
    offers: new Map(),
  };
  const plan = new SeatPlan({ open: [], reserved: [], addressHolds: [] }, 100);
  const options = { waitForLocks: true, lockTimeoutMs: null, mayBeCommitted: false };
  expect(evaluateRequests([request], facts, plan, options)).toMatchObject([
    { kind: 'refuse', error: { code: 'PAYMENT_PENDING' } },
  ]);
});
