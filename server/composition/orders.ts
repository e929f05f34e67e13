import { seats } from '../booking/seats.repo.ts';
import { settingsQuery } from '../booking/settings.repo.ts';
import { cartRoutes } from '../cart/cart.routes.ts';
import { cartsQuery } from '../cart/order-lines.repo.ts';
import { priceCourse, pricePackage, toCoursePrice } from '../catalogue/price.ts';
import { enrolmentRoutes } from '../enrolments/enrolments.routes.ts';
import { today } from '../http/clock.ts';
import { hashAddress } from '../http/rates/address-key.ts';
import type { OrderDeps } from '../orders/order-deps.ts';
import { orderRoutes } from '../orders/orders.routes.ts';
import { webhookRoutes } from '../orders/pay/webhook.routes.ts';
import { createOrderQueue, type OrderRoutesDeps } from '../orders/place/order-queue.ts';
import { receiptRoutes } from '../orders/receipts/receipt.routes.ts';
import { sandboxPaymentRoutes } from '../sandbox/payment.routes.ts';
import { walletRoutes } from '../wallet/wallet.routes.ts';
import type { AppContext } from './app-context.ts';

const prices = { course: priceCourse, package: pricePackage, toWire: toCoursePrice };

/**
 * Sets up carts, orders, payments, receipts, enrolments and the wallet. When the server closes, the queued orders are
 * finished first.
 */
export function composeOrders(context: AppContext): OrderRoutesDeps & { cartQueue: { readonly length: number } } {
  const { env, db, clock, server, mount, rates, ports, notifications } = context;
  const { mail, payments } = ports;
  const cartQueue = cartRoutes(mount, { db, clock, prices });
  const orders: OrderDeps = {
    db,
    clock,
    payments,
    mail,
    notifications,
    seats,
    queries: {
      carts: (studentIds) => cartsQuery(studentIds, today(clock), prices),
      settings: settingsQuery,
    },
    publicUrl: env.PUBLIC_URL,
    hashAddress: (address) => hashAddress(env.SECRET, address),
    addressHoldPercent: env.HOLDS_PER_ADDRESS,
  };
  const queue = createOrderQueue(orders);
  server.addHook('onClose', () => queue.drain());
  orderRoutes(mount, { ...orders, queue });
  receiptRoutes(mount);
  enrolmentRoutes(mount, { clock });
  walletRoutes(mount);
  webhookRoutes(server, { ...orders, queue }, rates);
  if (env.PAYMENT_PROVIDER === 'sandbox') sandboxPaymentRoutes(server, { db, rates });
  return { ...orders, queue, cartQueue };
}
