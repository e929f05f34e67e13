import { seats } from '../booking/seats.ts';
import { readSettings, settingsReading } from '../booking/settings.repo.ts';
import { cartRoutes } from '../cart/cart.routes.ts';
import { readCarts, readingCarts } from '../cart/carts.repo.ts';
import { priceCourse, pricePackage, toPrice } from '../catalogue/price.ts';
import { enrolmentRoutes } from '../enrolments/enrolments.routes.ts';
import type { CreationParts } from '../orders/create-order.ts';
import { openOrderDesk } from '../orders/order-desk.ts';
import type { OrderParts } from '../orders/order-parts.ts';
import { orderRoutes } from '../orders/orders.routes.ts';
import { paymentListRoutes } from '../orders/payment-list.routes.ts';
import { receiptRoutes } from '../orders/receipt.routes.ts';
import { webhookRoutes } from '../orders/webhook.routes.ts';
import { today } from '../providers/clock.ts';
import { sandboxPaymentRoutes } from '../sandbox/payment.routes.ts';
import { walletRoutes } from '../wallet/wallet.routes.ts';
import type { Foundation } from './foundation.ts';

const prices = { course: priceCourse, package: pricePackage, toWire: toPrice };

/** Carts, orders, payments and what a student has of them. Orders that still wait are placed before the server closes. */
export function composeBookingCore(foundation: Foundation): CreationParts {
  const { env, db, clock, server, mount, rates, ports } = foundation;
  const { mail, payments } = ports;
  cartRoutes(mount, { db, clock, prices });
  const orders: OrderParts = {
    db,
    clock,
    payments,
    mail,
    seats,
    readCarts: (handle, studentIds) => readCarts(handle, studentIds, today(clock), prices),
    readSettings,
    reading: {
      carts: (studentIds) => readingCarts(studentIds, today(clock), prices),
      settings: settingsReading,
    },
    publicUrl: env.PUBLIC_URL,
  };
  const desk = openOrderDesk(orders);
  server.addHook('onClose', () => desk.drain());
  orderRoutes(mount, { ...orders, desk });
  receiptRoutes(mount);
  paymentListRoutes(mount);
  enrolmentRoutes(mount, { clock });
  walletRoutes(mount);
  webhookRoutes(server, { ...orders, desk }, rates);
  if (env.PAYMENT_PROVIDER === 'sandbox') sandboxPaymentRoutes(server, { db, rates });
  return { ...orders, desk };
}
