/** A guard that is taken away: `text`, which stands once in `file`, becomes `becomes`, and one of `tests` must fail. */
export type Mutation = { guard: string; file: string; text: string; becomes: string; tests: readonly string[] };

const orders = 'server/orders';
const migrations = 'server/db/migrations';
const on = (folder: string, ...names: string[]) => names.map((name) => `${folder}/${name}.test.ts`);
const guards = on('tests/faults', 'database-guards');
const steps = on('tests/faults', 'guarded-steps');
const processes = on('tests/faults', 'two-processes');
const races = on('tests/server/orders', 'order-races');
const booked = on('tests/server/orders', 'already-booked');
const webhooks = on('tests/server/orders', 'webhook', 'webhook-forgery');

const seats: Mutation[] = [
  {
    guard: 'the lock of the batches',
    file: 'server/booking/seats.repo.ts',
    text: `order by id for no key update \${isPatient ? sql\`\` : sql\`skip locked\`}`,
    becomes: 'order by id',
    tests: steps,
  },
  {
    guard: 'the lock before seats are booked or given back',
    file: 'server/booking/seats.repo.ts',
    text: `where order_id = \${orderId}) order by id for no key update`,
    becomes: `where order_id = \${orderId}) order by id`,
    tests: steps,
  },
  {
    guard: 'the look at the seats that are free',
    file: `${orders}/seat-plan.ts`,
    text: 'const isFull = batch.free - (this.#given.get(batch_id) ?? 0) < seats;',
    becomes: 'const isFull = false;',
    tests: races,
  },
  {
    guard: 'seats dealt out in one set count',
    file: `${orders}/seat-plan.ts`,
    text: 'batch.free - (this.#given.get(batch_id) ?? 0) < seats',
    becomes: 'batch.free < seats',
    tests: on('tests/server/orders', 'order-desk'),
  },
  {
    guard: 'the CHECK of capacity',
    file: `${migrations}/0002-catalogue.sql`,
    text: 'check (taken >= 0 and taken <= capacity)',
    becomes: 'check (taken >= 0)',
    tests: guards,
  },
  {
    guard: 'the CHECK of no seat below zero',
    file: `${migrations}/0002-catalogue.sql`,
    text: 'check (taken >= 0 and taken <= capacity)',
    becomes: 'check (taken <= capacity)',
    tests: guards,
  },
  {
    guard: 'a live hold is nobody else’s',
    file: 'server/booking/seats.repo.ts',
    text: "s.kind = 'hold' and s.expires_at <= now() returning",
    becomes: "s.kind = 'hold' returning",
    tests: races,
  },
  {
    guard: 'a replaced order gives its seats back',
    file: `${orders}/place-order.ts`,
    text: '  await parts.seats.release(tx, live.id);\n',
    becomes: '',
    tests: on('tests/server/orders', 'create-order'),
  },
];

const orderGuards: Mutation[] = [
  {
    guard: 'the guarded step of an unpaid order',
    file: `${orders}/apply-news.ts`,
    text: `where id = \${orderId} and state = 'awaiting_payment' returning id`,
    becomes: `where id = \${orderId} returning id`,
    tests: steps,
  },
  {
    guard: 'the guarded step to completed',
    file: `${orders}/complete-order.ts`,
    text: `from receipt where id = \${order.id} and state = \${order.state} returning`,
    becomes: `from receipt where id = \${order.id} returning`,
    tests: steps,
  },
  {
    guard: 'the lock of the order',
    file: `${orders}/apply-news.ts`,
    text: '    for update of o`.execute(tx);',
    becomes: '    `.execute(tx);',
    tests: steps,
  },
  {
    guard: 'the lock of the student',
    file: `${orders}/apply-news.ts`,
    text: `where a.id = \${attemptId}) for no key update\`.execute(tx);`,
    becomes: `where a.id = \${attemptId})\`.execute(tx);`,
    tests: steps,
  },
  {
    guard: 'the guarded step to refund due',
    file: `${orders}/complete-order.ts`,
    text: "    .where('state', '=', order.state)\n",
    becomes: '',
    tests: steps,
  },
  {
    guard: 'one live order a student',
    file: `${migrations}/0003-booking.sql`,
    text: 'create unique index orders_one_live',
    becomes: 'create index orders_one_live',
    tests: guards,
  },
  {
    guard: 'receipts numbered once',
    file: `${migrations}/0005-orders-join.sql`,
    text: 'create unique index orders_receipt_number',
    becomes: 'create index orders_receipt_number',
    tests: guards,
  },
  {
    guard: 'no second order while a payment is pending',
    file: `${orders}/place-order.ts`,
    text: '  if (live?.isPending) throw paymentPending(live.id, live.attemptId);\n',
    becomes: '',
    tests: on('tests/server/orders', 'pending-payment'),
  },
  {
    guard: 'the price and the terms that were shown',
    file: `${orders}/order-refusals.ts`,
    text: 'if (isCurrent && (!quote || isSameQuote(quote, now))) return;',
    becomes: 'if (quote !== null) return;',
    tests: on('tests/server/orders', 'create-order'),
  },
  {
    guard: 'the cart loses what was bought',
    file: `${orders}/complete-order.ts`,
    text: 'using done, order_items i where i.order_id = done.id',
    becomes: 'using done, order_items i where false and i.order_id = done.id',
    tests: on('tests/server/orders', 'settle', 'create-order'),
  },
  {
    guard: 'late money does not buy what was bought otherwise',
    file: `${orders}/complete-order.ts`,
    text: "order.state !== 'awaiting_payment' && (await isBoughtElsewhere(tx, order))",
    becomes: 'false && (await isBoughtElsewhere(tx, order))',
    tests: on('tests/server/orders', 'settle'),
  },
  {
    guard: 'the owner of an attempt that is rechecked',
    file: `${orders}/settle-open.ts`,
    text: "    .where('o.student_id', '=', studentId);",
    becomes: "    .where('o.student_id', 'is not', null);",
    tests: steps,
  },
  {
    guard: 'the owner of an order that is shown',
    file: `${orders}/order-list.repo.ts`,
    text: `where o.student_id = \${studentId} \${named}`,
    becomes: `where o.student_id is not null \${named}`,
    tests: on('tests/server/orders', 'settle'),
  },
  {
    guard: 'the owner that a call names',
    file: 'server/http/guard.ts',
    text: "if (endpoint.policy === 'owner' && namedStudent(input) !== subject?.studentId) throw notFound();",
    becomes: '',
    tests: on('tests/server/http', 'mount'),
  },
];

const money: Mutation[] = [
  {
    guard: 'the comparison of the signature',
    file: 'server/providers/payments-webhook.ts',
    text: 'if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;',
    becomes: 'if (given.length !== expected.length || (timingSafeEqual(given, expected), false)) return false;',
    tests: webhooks,
  },
  {
    guard: 'the window of a webhook, backwards',
    file: 'server/providers/payments-webhook.ts',
    text: 'return age <= oldest && age >= -ahead;',
    becomes: 'return age >= -ahead;',
    tests: webhooks,
  },
  {
    guard: 'the window of a webhook, forwards',
    file: 'server/providers/payments-webhook.ts',
    text: 'return age <= oldest && age >= -ahead;',
    becomes: 'return age <= oldest;',
    tests: webhooks,
  },
  {
    guard: 'the amount of a payment',
    file: `${orders}/complete-order.ts`,
    text: 'const isShort = order.paidPaise < totalPaise;',
    becomes: 'const isShort = false;',
    tests: on('tests/server/orders', 'provider-failure'),
  },
  {
    guard: 'the amount that a webhook tells',
    file: `${orders}/webhook.ts`,
    text: 'news.orderPaise === paise && news.payment !== null && news.payment.amountPaise >= paise',
    becomes: 'news.payment !== null',
    tests: webhooks,
  },
  {
    guard: 'a webhook counts once',
    file: `${migrations}/0006-payments.sql`,
    text: '  primary key (provider, digest)\n',
    becomes: '  check (digest is not null)\n',
    tests: guards,
  },
  {
    guard: 'a payment counts once',
    file: `${migrations}/0003-booking.sql`,
    text: '  primary key (provider, payment_id, outcome)\n',
    becomes: '  check (outcome is not null)\n',
    tests: guards,
  },
  {
    guard: 'only a payment that is news is taken',
    file: `${orders}/apply-news.ts`,
    text: "return fresh.filter((payment) => payment.outcome === 'approved');",
    becomes:
      "return payments.filter(({ status }) => status === 'approved').map((one) => ({ payment_id: one.id, amount_paise: one.amountPaise }));",
    tests: on('tests/server/orders', 'settle'),
  },
  {
    guard: 'a ledger source is posted once',
    file: `${migrations}/0003-booking.sql`,
    text: 'unique (order_id, account, source)',
    becomes: 'check (source is not null)',
    tests: guards,
  },
  {
    guard: 'a posting sums to zero',
    file: `${orders}/ledger.ts`,
    text: '  if (sum !== 0) throw',
    becomes: '  if (sum !== sum) throw',
    tests: steps,
  },
  {
    guard: 'a payment is sent back once',
    file: `${migrations}/0006-payments.sql`,
    text: 'unique (provider, payment_id),',
    becomes: 'check (payment_id is not null),',
    tests: guards,
  },
  {
    guard: 'a refund is settled once',
    file: `${orders}/refund.repo.ts`,
    text: `where id = \${id} and state = any(\${[...from]}::text[]) for update`,
    becomes: `where id = \${id} and \${[...from]}::text[] is not null for update`,
    tests: on('tests/server/orders', 'refund'),
  },
];

const repeats: Mutation[] = [
  {
    guard: 'the unique key of calls',
    file: `${migrations}/0004-delivery.sql`,
    text: '  primary key (subject, endpoint, key)\n',
    becomes: '  check (key is not null)\n',
    tests: guards,
  },
  {
    guard: 'the stored answer',
    file: 'server/http/keyed.ts',
    text: 'if (!(await takeKey(tx, callKey, answered))) throw new KeyTaken();',
    becomes: 'await takeKey(tx, callKey, answered);',
    tests: on('tests/server/http', 'mount', 'idempotency-matrix'),
  },
  {
    guard: 'the body that belongs to a key',
    file: 'server/http/idempotency.ts',
    text: 'if (!row.request_hash.equals(call.hash))',
    becomes: 'if (row.request_hash.length !== call.hash.length)',
    tests: on('tests/server/http', 'mount'),
  },
  {
    guard: 'an add to the cart that is refused is taken out again',
    file: 'server/cart/add-desk.ts',
    text: '  if (fallen.length > 0) await removeItems(tx, fallen);\n',
    becomes: '',
    tests: on('tests/server/cart', 'add-desk'),
  },
  {
    guard: 'the key of an add that shares a transaction',
    file: 'server/cart/add-desk.ts',
    text: 'judged.filter((_, place) => isKept[place])',
    becomes: 'judged.filter((_, place) => place >= 0 || isKept[place])',
    tests: on('tests/server/cart', 'add-desk'),
  },
  {
    guard: 'a second look before an order is refused',
    file: `${orders}/place-set.ts`,
    text: '  await lookAgain(piped, parts, judged, set);\n',
    becomes: '',
    tests: processes,
  },
  {
    guard: 'the order that a key has made',
    file: `${orders}/place-set.ts`,
    text: "  if (has_key) return isRepeated ? 'lost' : 'known';\n",
    becomes: '',
    tests: on('tests/server/orders', 'order-desk'),
  },
  {
    guard: 'the body that belongs to an order’s key',
    file: `${orders}/order-key.repo.ts`,
    text: 'if (!stored.request_hash.equals(call.hash))',
    becomes: 'if (stored.request_hash.length !== call.hash.length)',
    tests: on('tests/server/http', 'idempotency-matrix'),
  },
  {
    guard: 'the answer that an order’s key keeps',
    file: `${orders}/earlier-order.ts`,
    text: '    if (found.answer) return found.answer;\n',
    becomes: '',
    tests: on('tests/server/http', 'idempotency-matrix'),
  },
  {
    guard: 'a letter is carried by one sender at a time',
    file: 'server/mail/letter.repo.ts',
    text: 'order by next_at, id limit 1 for update skip locked)',
    becomes: 'order by next_at, id limit 1)',
    tests: on('tests/server/mail', 'sender', 'crash'),
  },
  {
    guard: 'a letter is queued once',
    file: `${migrations}/0004-delivery.sql`,
    text: 'dedupe_key text not null unique',
    becomes: 'dedupe_key text not null',
    tests: guards,
  },
];

const wholeOrders: Mutation[] = [
  {
    guard: 'no batch is added that the student has booked',
    file: 'server/cart/add-refusal.ts',
    text: 'if (batch.is_booked) return',
    becomes: 'if (batch.id === 0) return',
    tests: booked,
  },
  {
    guard: 'no batch is swapped to that the student has booked',
    file: 'server/cart/swap-refusal.ts',
    text: 'if (batch.is_booked) return',
    becomes: 'if (batch.id === 0) return',
    tests: booked,
  },
  {
    guard: 'no batch is ordered that the student has booked',
    file: 'server/cart/carts.repo.ts',
    text: 'item.booked.has(batch.id)',
    becomes: 'item.booked.has(-batch.id)',
    tests: booked,
  },
  {
    guard: 'a replaced order is ended at the provider',
    file: `${orders}/settle-due.ts`,
    text: "if (attempt.is_replaced && order?.status === 'active')",
    becomes: "if (attempt.is_replaced && order?.status !== 'active')",
    tests: on('tests/server/orders', 'replaced-order'),
  },
  {
    guard: 'only a replaced order is ended at the provider',
    file: `${orders}/settle-due.ts`,
    text: "if (attempt.is_replaced && order?.status === 'active')",
    becomes: "if (order?.status === 'active')",
    tests: on('tests/server/orders', 'replaced-order'),
  },
  {
    guard: 'a replaced order is looked at soon',
    file: `${orders}/place-order.ts`,
    text: '  await checkSoon(tx, live.id);\n',
    becomes: '',
    tests: on('tests/server/orders', 'replaced-order'),
  },
  {
    guard: 'a delivered letter says nothing any more',
    file: 'server/mail/letter.repo.ts',
    text: ", body: '', html: null, link: null }",
    becomes: ' }',
    tests: on('tests/server/mail', 'sender'),
  },
];

export const mutations: readonly Mutation[] = [...seats, ...orderGuards, ...money, ...repeats, ...wholeOrders];
