import { chosenLineQuery } from '../cart/order-lines.repo.ts';
import { priceCourse, pricePackage, toCoursePrice } from '../catalogue/price.ts';
import { today } from '../http/clock.ts';
import { changeRoutes } from '../orders/changes/change.routes.ts';
import { officeRoutes } from '../orders/office/office.routes.ts';
import type { OrderDeps } from '../orders/order-deps.ts';
import { staffMoneyRoutes } from '../orders/staff/staff-money.routes.ts';
import { staffOrderRoutes } from '../orders/staff/staff-order.routes.ts';
import type { AppContext } from './app-context.ts';

const prices = { course: priceCourse, package: pricePackage, toWire: toCoursePrice };

/** Composes the console's calls for orders, changed bookings, sales at the office, payments and refunds. */
export function composeStaffOrders({ mount, clock }: AppContext, orders: OrderDeps): void {
  staffOrderRoutes(mount, orders);
  changeRoutes(mount, { ...orders, price: priceCourse });
  officeRoutes(mount, {
    ...orders,
    pricePackage,
    chosenLine: (studentId, line) => chosenLineQuery(studentId, line, today(clock), prices),
  });
  staffMoneyRoutes(mount, orders);
}
