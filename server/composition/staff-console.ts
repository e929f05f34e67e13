import { normaliseMobile } from '../auth/identifier.ts';
import { listBatchesSql } from '../booking/batches/batch-list.repo.ts';
import { settingsRoutes } from '../booking/settings.routes.ts';
import { consoleSearchRoutes } from '../console/search.routes.ts';
import {
  countAmountsDue,
  countBookingsToSettle,
  countOpenEnquiries,
  countOpenGrievances,
  countPendingPayments,
  countRefundsByHand,
  countRefundsOnTheWay,
} from '../console/today.repo.ts';
import { todayRoutes } from '../console/today.routes.ts';
import { readAcademyCalendar } from '../content/academy-calendar.repo.ts';
import { checkSettingText } from '../content/check/setting-text.ts';
import { countWaiting } from '../documents/review/review.repo.ts';
import { countUndeliveredEmails } from '../mail/undelivered.repo.ts';
import { undeliveredEmailRoutes } from '../mail/undelivered.routes.ts';
import { orderDueSql, ordersWithDueSql } from '../orders/changes/dues.repo.ts';
import { isPaymentPending } from '../orders/pay/pending-payment.ts';
import { isRefundByHandSql } from '../orders/refunds/refund.repo.ts';
import { reportRoutes } from '../reports/reports.routes.ts';
import { readTeaching } from '../rosters/roster.repo.ts';
import { listStudentPage } from '../student/staff/student-list.repo.ts';
import type { AppContext } from './app-context.ts';

/** Sets up the console's search, start page, reports, list of undelivered emails and settings. */
export function composeStaffConsole({ clock, mount, ports }: AppContext): void {
  const isRefundByHand = isRefundByHandSql(ports.payments.name);
  consoleSearchRoutes(mount, { clock, normaliseMobile, orderDueSql, listStudents: listStudentPage });
  reportRoutes(mount, { clock });
  undeliveredEmailRoutes(mount, { clock });
  settingsRoutes(mount, { clock, checkText: checkSettingText });
  todayRoutes(mount, {
    clock,
    counts: [
      { kind: 'refundsByHand', permission: 'payments.read', count: countRefundsByHand(isRefundByHand) },
      { kind: 'refundsOnTheWay', permission: 'payments.read', count: countRefundsOnTheWay(isRefundByHand) },
      { kind: 'paymentsPending', permission: 'payments.read', count: countPendingPayments(isPaymentPending) },
      { kind: 'amountsDue', permission: 'orders.read', count: countAmountsDue(ordersWithDueSql) },
      { kind: 'bookingsToSettle', permission: 'orders.read', count: countBookingsToSettle },
      { kind: 'documentsWaiting', permission: 'documents.read', count: countWaiting },
      { kind: 'enquiriesOpen', permission: 'enquiries.read', count: countOpenEnquiries },
      { kind: 'grievancesOpen', permission: 'enquiries.read', count: countOpenGrievances },
      { kind: 'emailsUndelivered', permission: 'emails.read', count: countUndeliveredEmails },
    ],
    readTeaching: async (db, staff, from, until) =>
      readTeaching(db, staff, { from, until, calendar: await readAcademyCalendar(db) }),
    listManyHolds: async (db, from) => {
      const { rows } = await listBatchesSql({ from, hasManyHolds: true }).execute(db);
      return rows
        .filter(({ publication }) => publication === 'published')
        .map(({ id, course_name, start_date, capacity, held }) => ({ id, course_name, start_date, capacity, held }));
    },
    listBatches: async (db, from, until) => {
      const { rows } = await listBatchesSql({ from, until }).execute(db);
      return rows
        .filter(({ publication, start_date }) => publication === 'published' && start_date >= from)
        .map(({ id, course_name, start_date, capacity, booked, office, held, free, status }) => ({
          ...{ id, course_name, start_date, capacity, office, held, free },
          sold: booked,
          isOpen: status === 'open',
        }));
    },
  });
}
