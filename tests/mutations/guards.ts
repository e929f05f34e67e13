/**
 * A safeguard in the code and the change that removes it: `text`, which occurs once in `file`, is replaced by
 * `becomes`. At least one test in the files `tests` must then fail.
 */
export type Guard = { name: string; file: string; text: string; becomes: string; tests: readonly string[] };

const orders = 'server/orders';
const migrations = 'server/db/migrations';
const on = (folder: string, ...names: string[]) => names.map((name) => `${folder}/${name}.test.ts`);
const databaseGuards = on('tests/faults', 'database-guards');
const guardedSteps = on('tests/faults', 'guarded-steps');
const twoProcesses = on('tests/faults', 'two-processes');
const orderRaces = on('tests/server/orders/place', 'order-races');
const alreadyBooked = on('tests/server/orders/place', 'already-booked');
const webhooks = on('tests/server/orders/pay', 'webhook', 'webhook-forgery');

const seats: Guard[] = [
  {
    name: 'the lock of the batches',
    file: 'server/booking/seats.repo.ts',
    text: `order by id for no key update \${waitForLocks ? sql\`\` : sql\`skip locked\`}`,
    becomes: 'order by id',
    tests: guardedSteps,
  },
  {
    name: 'the lock before seats are booked or given back',
    file: 'server/booking/seats.repo.ts',
    text: `where id = any(\${batchIds}) order by id for no key update\`;`,
    becomes: `where id = any(\${batchIds}) order by id\`;`,
    tests: guardedSteps,
  },
  {
    name: 'an order takes no more seats than are free',
    file: `${orders}/place/seat-plan.ts`,
    text: 'const isFull = Math.min(free, unreserved + own(request.reserved)) + own(request.replaced) < seats;',
    becomes: 'const isFull = false;',
    tests: orderRaces,
  },
  {
    name: 'seats given to earlier orders of the same batch are counted',
    file: `${orders}/place/seat-plan.ts`,
    text: 'batch.free - (this.#assigned.get(batch_id) ?? 0)',
    becomes: 'batch.free',
    tests: on('tests/server/orders/place', 'order-queue'),
  },
  {
    name: 'an order may use the seats of the order that it replaces',
    file: `${orders}/place/seat-plan.ts`,
    text: ' + own(request.replaced) < seats',
    becomes: ' < seats',
    tests: on('tests/server/orders/place', 'order-queue'),
  },
  {
    name: 'a seat that is given up goes to the waiting list first',
    file: `${orders}/place/seat-plan.ts`,
    text: 'free - this.#reservedIn(batch_id)',
    becomes: 'free - Math.min(batch.free, this.#reservedIn(batch_id))',
    tests: on('tests/server/orders/place', 'seat-plan'),
  },
  {
    name: 'the CHECK of capacity',
    file: `${migrations}/0002-catalogue.sql`,
    text: 'check (taken >= 0 and taken <= capacity)',
    becomes: 'check (taken >= 0)',
    tests: databaseGuards,
  },
  {
    name: 'the CHECK against a negative number of seats',
    file: `${migrations}/0002-catalogue.sql`,
    text: 'check (taken >= 0 and taken <= capacity)',
    becomes: 'check (taken <= capacity)',
    tests: databaseGuards,
  },
  {
    name: 'a hold that has not expired keeps its seats',
    file: 'server/booking/seats.repo.ts',
    text: "s.kind = 'hold' and s.expires_at <= now() returning",
    becomes: "s.kind = 'hold' returning",
    tests: orderRaces,
  },
  {
    name: 'a replaced order gives its seats back',
    file: `${orders}/place/write-orders.ts`,
    text: '    deps.seats.releaseSql(ids),\n',
    becomes: '',
    tests: on('tests/server/orders/place', 'create-order'),
  },
];

const orderGuards: Guard[] = [
  {
    name: 'only an unpaid order can fail',
    file: `${orders}/pay/apply-payment-update.ts`,
    text: `where id = any(\${orderIds}::text[]) and state = 'awaiting_payment' returning id`,
    becomes: `where id = any(\${orderIds}::text[]) returning id`,
    tests: guardedSteps,
  },
  {
    name: 'an order is completed once',
    file: `${orders}/pay/complete-order.ts`,
    text: 'where orders.id = paid.id and orders.state = paid.state returning',
    becomes: 'where orders.id = paid.id returning',
    tests: guardedSteps,
  },
  {
    name: 'the lock of the order',
    file: `${orders}/pay/apply-payment-update.ts`,
    text: 'order by id for update`,',
    becomes: 'order by id`,',
    tests: guardedSteps,
  },
  {
    name: 'the lock of the student',
    file: `${orders}/pay/apply-payment-update.ts`,
    text: 'order by id for no key update`,',
    becomes: 'order by id`,',
    tests: guardedSteps,
  },
  {
    name: 'an order becomes due for a refund once',
    file: `${orders}/pay/complete-order.ts`,
    text: `update orders set state = 'refund_due' where id = \${order.id} and state = \${order.state} returning`,
    becomes: `update orders set state = 'refund_due' where id = \${order.id} returning`,
    tests: guardedSteps,
  },
  {
    name: 'a student has one open order',
    file: `${migrations}/0003-booking.sql`,
    text: 'create unique index orders_one_live',
    becomes: 'create index orders_one_live',
    tests: databaseGuards,
  },
  {
    name: 'a receipt number is used once',
    file: `${migrations}/0005-orders-join.sql`,
    text: 'create unique index orders_receipt_number',
    becomes: 'create index orders_receipt_number',
    tests: databaseGuards,
  },
  {
    name: 'no second order while a payment is pending',
    file: `${orders}/place/evaluate-requests.ts`,
    text: '  if (live?.isPending) throw paymentPendingRefusal(live.id, live.attemptId);\n',
    becomes: '',
    tests: on('tests/server/orders/place', 'evaluate-requests'),
  },
  {
    name: 'no second order while a payment of a declined order is pending',
    file: `${orders}/place/evaluate-requests.ts`,
    text: '  if (pending) throw paymentPendingRefusal(pending.order_id, pending.attempt_id);\n',
    becomes: '',
    tests: on('tests/server/orders/pay', 'provider-failure'),
  },
  {
    name: 'an order has the price and the terms that were shown',
    file: `${orders}/place/order-refusals.ts`,
    text: 'if (areTermsCurrent && (!quote || isSameQuote(quote, current))) return;',
    becomes: 'if (quote !== null) return;',
    tests: on('tests/server/orders/place', 'create-order'),
  },
  {
    name: 'what was bought leaves the cart',
    file: `${orders}/pay/complete-order.ts`,
    text: 'using done, order_items i where i.order_id = done.id',
    becomes: 'using done, order_items i where false and i.order_id = done.id',
    tests: [...on('tests/server/orders/pay', 'settle'), ...on('tests/server/orders/place', 'create-order')],
  },
  {
    name: 'a late payment does not buy the same course twice',
    file: `${orders}/pay/complete-order.ts`,
    text: 'if (facts.isBoughtByAnother) return',
    becomes: 'if (facts.isBoughtByAnother && isShort) return',
    tests: on('tests/server/orders/pay', 'settle'),
  },
  {
    name: 'a student can recheck only their own payment',
    file: `${orders}/own-attempts.ts`,
    text: ' and o.student_id = own.student_id`;',
    becomes: '`;',
    tests: guardedSteps,
  },
  {
    name: 'a student sees only their own orders',
    file: `${orders}/order-list.repo.ts`,
    text: `where o.student_id = \${studentId} order by o.created_at desc, a.number`,
    becomes: 'where o.student_id is not null order by o.created_at desc, a.number',
    tests: on('tests/server/orders/pay', 'settle'),
  },
  {
    name: 'a call can name only the signed-in student',
    file: 'server/http/mount/guard.ts',
    text: "if (endpoint.policy === 'owner' && namedStudent(input) !== subject?.studentId) throw notFound();",
    becomes: '',
    tests: on('tests/server/http', 'mount/mount'),
  },
];

const money: Guard[] = [
  {
    name: 'the signature of a webhook must match',
    file: 'server/providers/payments/cashfree-webhook.ts',
    text: 'if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;',
    becomes: 'if (given.length !== expected.length || (timingSafeEqual(given, expected), false)) return false;',
    tests: webhooks,
  },
  {
    name: 'an old webhook is refused',
    file: 'server/providers/payments/cashfree-webhook.ts',
    text: 'return age <= maxAgeMs && age >= -maxAheadMs;',
    becomes: 'return age >= -maxAheadMs;',
    tests: webhooks,
  },
  {
    name: 'a webhook from the future is refused',
    file: 'server/providers/payments/cashfree-webhook.ts',
    text: 'return age <= maxAgeMs && age >= -maxAheadMs;',
    becomes: 'return age <= maxAgeMs;',
    tests: webhooks,
  },
  {
    name: 'the amount paid must cover the order',
    file: `${orders}/pay/complete-order.ts`,
    text: 'const isShort = order.paidPaise < order.totalPaise;',
    becomes: 'const isShort = false;',
    tests: on('tests/server/orders/pay', 'provider-failure'),
  },
  {
    name: 'the amount in a webhook must cover the order',
    file: `${orders}/pay/webhook.ts`,
    text: 'event.orderPaise === paise && event.payment !== null && event.payment.amountPaise >= paise',
    becomes: 'event.payment !== null',
    tests: webhooks,
  },
  {
    name: 'a webhook counts once',
    file: `${migrations}/0006-payments.sql`,
    text: '  primary key (provider, digest)\n',
    becomes: '  check (digest is not null)\n',
    tests: databaseGuards,
  },
  {
    name: 'a payment counts once',
    file: `${migrations}/0003-booking.sql`,
    text: '  primary key (provider, payment_id, outcome)\n',
    becomes: '  check (outcome is not null)\n',
    tests: databaseGuards,
  },
  {
    name: 'only a new payment is taken',
    file: `${orders}/pay/apply-payment-update.ts`,
    text: 'const approved = fresh.filter(isPaid);',
    becomes: 'const approved = payments.filter(isPaid);',
    tests: on('tests/server/orders/pay', 'settle'),
  },
  {
    name: 'a ledger entry is posted once',
    file: `${migrations}/0003-booking.sql`,
    text: 'unique (order_id, account, source)',
    becomes: 'check (source is not null)',
    tests: databaseGuards,
  },
  {
    name: 'a posting adds up to zero',
    file: `${orders}/ledger.ts`,
    text: '  if (sum !== 0) throw',
    becomes: '  if (sum !== sum) throw',
    tests: guardedSteps,
  },
  {
    name: 'a payment is refunded once for each cause',
    file: `${migrations}/0041-changed-bookings.sql`,
    text: 'refunds_cause unique (provider, payment_id, cause);',
    becomes: 'refunds_cause check (payment_id is not null);',
    tests: databaseGuards,
  },
  {
    name: 'a refund is settled once',
    file: `${orders}/refunds/refund.repo.ts`,
    text: `where id = \${id} and state = any(\${[...from]}::text[])`,
    becomes: `where id = \${id} and \${[...from]}::text[] is not null`,
    tests: on('tests/server/orders/refunds', 'refund'),
  },
  {
    name: 'a late response to an older request of a refund changes nothing',
    file: `${orders}/refunds/refund.repo.ts`,
    text: `round = \${claim.round} and tries = \${claim.tries}`,
    becomes: `round >= \${claim.round}`,
    tests: on('tests/server/orders/refunds', 'late-refusal'),
  },
];

const idempotency: Guard[] = [
  {
    name: 'an idempotency key is stored once',
    file: `${migrations}/0004-delivery.sql`,
    text: '  primary key (subject, endpoint, key)\n',
    becomes: '  check (key is not null)\n',
    tests: databaseGuards,
  },
  {
    name: 'a response is stored with its key',
    file: 'server/http/idempotency/keyed-call.ts',
    text: 'if (!(await insertKey(tx, { call: callKey, ...response }))) throw new KeyTaken();',
    becomes: 'await insertKey(tx, { call: callKey, ...response });',
    tests: on('tests/server/http', 'mount/mount', 'idempotency/idempotency-matrix'),
  },
  {
    name: 'a key cannot be reused with another body',
    file: 'server/http/idempotency/idempotency.repo.ts',
    text: 'if (!row.request_hash.equals(call.hash))',
    becomes: 'if (row.request_hash.length !== call.hash.length)',
    tests: on('tests/server/http', 'mount/mount', 'idempotency/idempotency-matrix'),
  },
  {
    name: 'a refused item is removed from the cart again',
    file: 'server/cart/add-queue.ts',
    text: '  if (removedIds.length > 0) await removeItems(tx, removedIds);\n',
    becomes: '',
    tests: on('tests/server/cart', 'add-queue'),
  },
  {
    name: 'only items that were added store their key',
    file: 'server/cart/add-queue.ts',
    text: 'validated.filter((_, index) => isResponseSaved[index])',
    becomes: 'validated.filter((_, index) => index >= 0 || isResponseSaved[index])',
    tests: on('tests/server/cart', 'add-queue'),
  },
  {
    name: 'availability is checked again before an order is refused',
    file: `${orders}/place/place-orders.ts`,
    text: 'await recheckRefused(pipelined, deps, evaluated, { facts, options });',
    becomes: 'evaluated;',
    tests: twoProcesses,
  },
  {
    name: 'a repeated key finds its order',
    file: `${orders}/place/evaluate-requests.ts`,
    text: "  if (is_key_used) return mayBeCommitted ? 'commitUnknown' : 'keyUsed';\n",
    becomes: '',
    tests: on('tests/server/orders/place', 'order-queue'),
  },
  {
    name: 'a repeated order gets the stored response',
    file: 'server/http/idempotency/two-step-call.ts',
    text: 'if (stored.response) {',
    becomes: 'if (stored.response && isOwn) {',
    tests: on('tests/server/http', 'idempotency/idempotency-matrix'),
  },
  {
    name: 'an email is sent by one sender at a time',
    file: 'server/mail/email.repo.ts',
    text: 'order by next_at, id limit 1 for update skip locked)',
    becomes: 'order by next_at, id limit 1)',
    tests: on('tests/server/mail', 'sender', 'crash'),
  },
  {
    name: 'an email is queued once',
    file: `${migrations}/0004-delivery.sql`,
    text: 'dedupe_key text not null unique',
    becomes: 'dedupe_key text not null',
    tests: databaseGuards,
  },
];

const wholeOrders: Guard[] = [
  {
    name: 'no batch is added that the student has booked',
    file: 'server/cart/cart-refusals.ts',
    text: 'if (batch.is_booked) return refuseBooked(course_id, batch.id);\n    const',
    becomes: 'if (batch.id === 0) return refuseBooked(course_id, batch.id);\n    const',
    tests: alreadyBooked,
  },
  {
    name: 'no item is changed to a batch that the student has booked',
    file: 'server/cart/cart-refusals.ts',
    text: 'if (batch.is_booked) return refuseBooked(course_id, batch.id);\n  const',
    becomes: 'if (batch.id === 0) return refuseBooked(course_id, batch.id);\n  const',
    tests: alreadyBooked,
  },
  {
    name: 'no batch is ordered that the student has booked',
    file: 'server/cart/order-lines.repo.ts',
    text: 'item.booked.has(batch.id)',
    becomes: 'item.booked.has(-batch.id)',
    tests: alreadyBooked,
  },
  {
    name: 'a replaced order is cancelled at the provider',
    file: `${orders}/pay/settle-attempts.ts`,
    text: "if (attempt.is_over && order?.status === 'active')",
    becomes: "if (attempt.is_over && order?.status !== 'active')",
    tests: on('tests/server/orders/place', 'replaced-order'),
  },
  {
    name: 'only an order that is replaced or over is cancelled at the provider',
    file: `${orders}/pay/settle-attempts.ts`,
    text: "if (attempt.is_over && order?.status === 'active')",
    becomes: "if (order?.status === 'active')",
    tests: on('tests/server/orders/place', 'replaced-order'),
  },
  {
    name: 'a replaced order is checked soon',
    file: `${orders}/place/write-orders.ts`,
    text: '    makeChecksDueSql(ids),\n',
    becomes: '',
    tests: on('tests/server/orders/place', 'replaced-order'),
  },
  {
    name: 'the text of a delivered email is deleted',
    file: 'server/mail/email.repo.ts',
    text: ", body = '', html = null, link = null,\n    conversation = null\n",
    becomes: '\n',
    tests: on('tests/server/mail', 'sender'),
  },
];

export const guards: readonly Guard[] = [...seats, ...orderGuards, ...money, ...idempotency, ...wholeOrders];
