import { seats } from '../booking/seats.repo.ts';
import { readSettings } from '../booking/settings.repo.ts';
import { putInCart } from '../cart/put-in-cart.ts';
import { today } from '../http/clock.ts';
import { staffWaitingListRoutes } from '../waiting-lists/staff-waiting-lists.routes.ts';
import type { WaitingDeps } from '../waiting-lists/waiting-deps.ts';
import { waitingListRoutes } from '../waiting-lists/waiting-lists.routes.ts';
import type { AppContext } from './app-context.ts';

/**
 * Sets up the waiting lists, for students and for staff. Returns the dependencies of `makeOffers`, the job that offers
 * freed seats.
 */
export function composeWaitingLists({ env, db, clock, mount, ports, notifications }: AppContext): WaitingDeps {
  const deps: WaitingDeps = {
    ...{ db, clock, readSettings, notifications },
    mail: ports.mail,
    offerHours: env.WAITING_OFFER_HOURS,
    offeredSeats: seats,
    putInCart: (tx, studentId, add) => putInCart(tx, studentId, add, today(clock)),
  };
  waitingListRoutes(mount, deps);
  staffWaitingListRoutes(mount, deps);
  return deps;
}
