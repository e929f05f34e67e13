import fastifyCookie from '@fastify/cookie';
import fastify from 'fastify';
import type { Kysely } from 'kysely';
import { createSessions } from '../../../server/auth/sessions.ts';
import { seats } from '../../../server/booking/seats.ts';
import { readSettings, settingsReading } from '../../../server/booking/settings.repo.ts';
import { readCarts, readingCarts } from '../../../server/cart/carts.repo.ts';
import { priceCourse, pricePackage, toPrice } from '../../../server/catalogue/price.ts';
import { openDatabase } from '../../../server/db/client.ts';
import type { Database } from '../../../server/db/schema.ts';
import { answerFailures } from '../../../server/http/answer-failures.ts';
import { createMount } from '../../../server/http/mount.ts';
import { PublicCache } from '../../../server/http/public-cache.ts';
import { openOrderDesk } from '../../../server/orders/order-desk.ts';
import type { OrderParts } from '../../../server/orders/order-parts.ts';
import { orderRoutes } from '../../../server/orders/orders.routes.ts';
import { type Clock, today } from '../../../server/providers/clock.ts';
import { outboxMail } from '../../../server/providers/mail-outbox.ts';
import { sandboxPayments } from '../../../server/providers/payments-sandbox.ts';
import { fakeClock } from '../../support/clock.ts';

const secret = 'a secret of tests that is long enough for everybody';
const prices = { course: priceCourse, package: pricePackage, toWire: toPrice };

/** What orders need, as `server/app.ts` binds it; `parts` take the place of theirs. */
export function orderParts(db: Kysely<Database>, clock: Clock, parts: Partial<OrderParts> = {}): OrderParts {
  return {
    db,
    clock,
    payments: sandboxPayments({ db, clock, secret }),
    mail: outboxMail({ clock, siteUrl: 'http://localhost' }),
    seats,
    readCarts: (handle, studentIds) => readCarts(handle, studentIds, today(clock), prices),
    readSettings,
    reading: {
      carts: (studentIds) => readingCarts(studentIds, today(clock), prices),
      settings: settingsReading,
    },
    publicUrl: undefined,
    ...parts,
  };
}

export type OrderServer = { port: number; stop: () => Promise<void> };

/** A process that does nothing but take orders over HTTP, with a pool of its own on the database at `url`. */
export async function startOrderServer(url: string, parts: Partial<OrderParts> = {}): Promise<OrderServer> {
  const db = openDatabase(url, { max: 5 });
  const clock = parts.clock ?? fakeClock();
  const app = fastify({ forceCloseConnections: true });
  answerFailures(app);
  await app.register(fastifyCookie);
  const sessions = createSessions({ db, clock, secret });
  const guards = { find: sessions.find, findTicket: async () => null };
  const rates = { count: async () => {}, giveBack: async () => {} };
  const mount = createMount({ app, db, sessions: guards, rates, cache: new PublicCache(clock), secret });
  const orders = orderParts(db, clock, parts);
  orderRoutes(mount, { ...orders, desk: openOrderDesk(orders) });
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
