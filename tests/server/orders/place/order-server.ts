import fastifyCookie from '@fastify/cookie';
import fastify from 'fastify';
import type { Kysely } from 'kysely';
import { createSessions } from '../../../../server/auth/session/sessions.ts';
import { seats } from '../../../../server/booking/seats.repo.ts';
import { settingsQuery } from '../../../../server/booking/settings.repo.ts';
import { cartsQuery } from '../../../../server/cart/order-lines.repo.ts';
import { priceCourse, pricePackage, toPrice } from '../../../../server/catalogue/price.ts';
import { openDatabase } from '../../../../server/db/connection/client.ts';
import type { Database } from '../../../../server/db/schema.ts';
import { type Clock, today } from '../../../../server/http/clock.ts';
import { installErrorHandler } from '../../../../server/http/error-handler.ts';
import { createMount } from '../../../../server/http/mount/mount.ts';
import { PublicCache } from '../../../../server/http/public-cache.ts';
import { hashAddress } from '../../../../server/http/rates/address-key.ts';
import { createNotifications } from '../../../../server/notifications/notifications.ts';
import type { OrderDeps } from '../../../../server/orders/order-deps.ts';
import { orderRoutes } from '../../../../server/orders/orders.routes.ts';
import { createOrderQueue } from '../../../../server/orders/place/order-queue.ts';
import { outboxMail } from '../../../../server/providers/mail/mail-outbox.ts';
import { sandboxPayments } from '../../../../server/providers/payments/sandbox-payments.ts';
import { fakeClock } from '../../../support/clock.ts';

const secret = 'a secret of tests that is long enough for everybody';
const prices = { course: priceCourse, package: pricePackage, toWire: toPrice };

/**
 * Returns the dependencies of the order routes, like those in `server/composition/orders.ts`. `deps` replaces some of
 * them.
 */
export function orderDeps(db: Kysely<Database>, clock: Clock, deps: Partial<OrderDeps> = {}): OrderDeps {
  return {
    db,
    clock,
    payments: sandboxPayments({ db, clock, secret }),
    mail: outboxMail({ clock, siteUrl: 'http://localhost' }),
    notifications: createNotifications(clock),
    seats,
    queries: {
      carts: (studentIds) => cartsQuery(studentIds, today(clock), prices),
      settings: settingsQuery,
    },
    publicUrl: undefined,
    hashAddress: (address) => hashAddress(secret, address),
    addressHoldPercent: 100,
    ...deps,
  };
}

type OrderServer = { port: number; stop: () => Promise<void> };

/** Starts a server that has only the order routes. It uses its own connection pool on the database at `url`. */
export async function startOrderServer(url: string, deps: Partial<OrderDeps> = {}): Promise<OrderServer> {
  const db = openDatabase(url, { max: 5 });
  const clock = deps.clock ?? fakeClock();
  const app = fastify({ forceCloseConnections: true });
  installErrorHandler(app);
  await app.register(fastifyCookie);
  const sessions = createSessions({ db, clock, secret });
  const guards = { find: sessions.find, findTicket: async () => null, findStaff: async () => null };
  const rates = { count: async () => {}, giveBack: async () => {} };
  const mount = createMount({ app, db, sessions: guards, rates, cache: new PublicCache(clock), secret });
  const orders = orderDeps(db, clock, deps);
  orderRoutes(mount, { ...orders, queue: createOrderQueue(orders) });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    stop: async () => {
      await app.close();
      await db.destroy();
    },
  };
}
