import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import type { BatchChoices, Cart } from '../../../contract/cart.ts';
import type { Order } from '../../../contract/orders.ts';
import { CartPage } from '../../../src/cart/cart-page.tsx';
import type { OutboxOutcome } from '../../../src/offline/outbox-notice.ts';
import type { OutboxRow } from '../../../src/offline/outbox-row.ts';
import { openToastRegion } from '../../../src/ui/toasts.ts';
import { type Answered, answeringApi, type SentCall } from '../../support/answers.ts';
import { renderInPage } from '../../support/in-page.tsx';
import { cartOf, courseLine, studentId } from './carts.ts';
import { fakeOutbox } from './fake-outbox.ts';

type Prepared = {
  cart?: Cart;
  /** Batches that can be chosen; a refusal where they cannot be read. */
  choices?: BatchChoices[] | Answered;
  orders?: Order[];
  /** How the server ends a removal. */
  removal?: Answered;
  /** How the server ends a swap. */
  swap?: Answered | ((call: SentCall) => Answered);
  /** How the outbox ends what it is given. */
  outcome?: OutboxOutcome;
  isOnline?: boolean;
  waiting?: OutboxRow[];
};

const found = (data: unknown): Answered => ({ body: { statusCode: 200, data } });

/** The cart page over prepared answers; `submitted` lists what the outbox was given. */
export async function openCart({ cart = cartOf([courseLine()]), choices = [], ...prepared }: Prepared = {}) {
  const { api, sent } = answeringApi({
    'GET /api/cart': found(cart),
    'GET /api/cart/batches': Array.isArray(choices) ? found(choices) : choices,
    'GET /api/users/student/orders': found(prepared.orders ?? []),
    'PUT /api/cart/batch': prepared.swap ?? found(cart),
    'DELETE /api/cart': prepared.removal ?? found(cartOf([])),
  });
  const toasts: string[] = [];
  openToastRegion({ show: ({ message }) => toasts.push(message) });
  const kept = fakeOutbox(() => prepared.outcome ?? { kind: 'queued', key: 'k1' });
  const onConfirm = vi.fn();
  const drawn = await renderInPage(
    <CartPage
      studentId={studentId}
      phone="98765 40001"
      isOnline={prepared.isOnline ?? true}
      outbox={kept.outbox}
      waiting={prepared.waiting ?? []}
      onConfirm={onConfirm}
    />,
    { api },
  );
  await waitFor(() => expect(screen.queryByText('Your cart is loading')).toBeNull());
  return { ...drawn, sent, toasts, onConfirm, submitted: kept.submitted, person: userEvent.setup() };
}
