import { greet } from '../auth/greeting.ts';
import { requeueRunEmail } from '../booking/runs/advance-runs.ts';
import { chosenLineQuery } from '../cart/order-lines.repo.ts';
import { priceCourse, pricePackage, toCoursePrice } from '../catalogue/price.ts';
import { listEnrolled } from '../enrolments/enrolment.repo.ts';
import { today } from '../http/clock.ts';
import { changeRoutes } from '../orders/changes/change.routes.ts';
import { joiningParts } from '../orders/messages/order-emails.ts';
import { officeRoutes } from '../orders/office/office.routes.ts';
import type { SettleDeps } from '../orders/pay/settle-queue.ts';
import { staffMoneyRoutes } from '../orders/staff/staff-money.routes.ts';
import { staffOrderRoutes } from '../orders/staff/staff-order.routes.ts';
import { queueJoiningEmail } from '../rosters/joining-email.ts';
import type { AppContext } from './app-context.ts';

const prices = { course: priceCourse, package: pricePackage, toWire: toCoursePrice };

/** Sets up the console's calls for orders, changes of bookings, sales at the office, payments and refunds. */
export function composeStaffOrders({ mount, clock }: AppContext, orders: SettleDeps): void {
  staffOrderRoutes(mount, {
    ...orders,
    emails: {
      queueRunEmail: (tx, mail, item) => requeueRunEmail(tx, { mail, greet, now: new Date(clock.now()) }, item),
      queueJoiningEmail: (tx, mail, booking) =>
        queueJoiningEmail(
          tx,
          { mail, greet, joiningParts, listBookings: (db, studentId) => listEnrolled(db, studentId, today(clock)) },
          booking,
        ),
    },
  });
  changeRoutes(mount, { ...orders, price: priceCourse });
  officeRoutes(mount, {
    ...orders,
    pricePackage,
    chosenLine: (studentId, line) => chosenLineQuery(studentId, line, today(clock), prices),
  });
  staffMoneyRoutes(mount, orders);
}
