import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import type { BatchChoices, Cart } from '../../../contract/cart.ts';
import type { Enrolment } from '../../../contract/enrolments.ts';
import type { Order } from '../../../contract/orders.ts';
import { CartPage } from '../../../src/cart/cart-page.tsx';
import type { QueuedAttendance } from '../../../src/cart/warnings/attendances.ts';
import type { OutboxAction, OutboxRow } from '../../../src/offline/outbox/row.ts';
import { openToastRegion } from '../../../src/ui/toasts/toasts.ts';
import { type Answered, answeringApi, type SentCall } from '../../support/answers.ts';
import { renderInPage } from '../../support/in-page.tsx';
import { cartOf, courseLine, studentId } from './carts.ts';
import { type FakeOutcome, fakeOutbox } from './fake-outbox.ts';

type Prepared = {
  cart?: Cart;
  /**
   * The response to the request for other batches: the batches to which each course in the cart can be changed, or a
   * refusal.
   */
  choices?: BatchChoices[] | Answered;
  orders?: Order[];
  booked?: Enrolment[];
  /** The response to the call that removes a cart line. */
  removal?: Answered;
  /** The response to the call that changes the batch of a cart line. */
  swap?: Answered | ((call: SentCall) => Answered);
  /** The outcome that the fake outbox reports for each action submitted to it. */
  outcome?: FakeOutcome | ((action: OutboxAction) => FakeOutcome);
  isOnline?: boolean;
  waiting?: OutboxRow[];
  /** The course batches that the outbox rows in `waiting` will add to the cart. */
  queued?: QueuedAttendance[];
};

const found = (data: unknown): Answered => ({ body: { statusCode: 200, data } });

/**
 * Renders the cart page with prepared responses. `submitted` lists the actions that the page submitted to the fake
 * outbox.
 */
export async function openCart({ cart = cartOf([courseLine()]), choices = [], ...prepared }: Prepared = {}) {
  const { api, sent } = answeringApi({
    'GET /api/cart': found(cart),
    'GET /api/cart/batches': Array.isArray(choices) ? found(choices) : choices,
    'GET /api/users/student/courses': found(prepared.booked ?? []),
    'GET /api/users/student/orders': found(prepared.orders ?? []),
    'PUT /api/cart/batch': prepared.swap ?? found(cart),
    'DELETE /api/cart': prepared.removal ?? found(cartOf([])),
  });
  const toasts: string[] = [];
  openToastRegion({ show: ({ message }) => toasts.push(message) });
  const { outcome = { kind: 'queued', key: 'k1' } } = prepared;
  const fake = fakeOutbox((action) => (typeof outcome === 'function' ? outcome(action) : outcome));
  const onConfirm = vi.fn();
  const page = await renderInPage(
    <CartPage
      studentId={studentId}
      phone="98765 40001"
      isOnline={prepared.isOnline ?? true}
      outbox={fake.outbox}
      waiting={prepared.waiting ?? []}
      queued={prepared.queued ?? []}
      onConfirm={onConfirm}
    />,
    { api },
  );
  await waitFor(() => expect(screen.queryByText('Your cart is loading')).toBeNull());
  return { ...page, sent, toasts, onConfirm, submitted: fake.submitted, person: userEvent.setup({ delay: null }) };
}
