import type { Kysely } from 'kysely';
import { exportReport, getReport, type Report, type ReportKind } from '../../contract/staff/reports.ts';
import { recordStaffAction } from '../db/audit-entry.ts';
import type { Database } from '../db/schema.ts';
import { inTransaction } from '../db/transactions/transaction.ts';
import type { Clock } from '../http/clock.ts';
import type { Mount } from '../http/mount/mount.ts';
import { reportCourseSeats, reportEnquiries, reportSeats } from './bookings.repo.ts';
import { type Period, toCsv } from './report.ts';
import { reportCourses, reportGst, reportMethods, reportMonths, reportRefunds } from './revenue.repo.ts';

const reports: Record<ReportKind, (db: Kysely<Database>, period: Period) => Promise<Report>> = {
  months: reportMonths,
  courses: reportCourses,
  methods: reportMethods,
  refunds: reportRefunds,
  gst: reportGst,
  seats: reportSeats,
  'course-seats': reportCourseSeats,
  enquiries: reportEnquiries,
};

/** The calls of the console's reports (docs/product.md#reports). */
export function reportRoutes(mount: Mount, { clock }: { clock: Clock }): void {
  mount(getReport, async ({ db, params: { kind }, query }) => ({
    statusCode: 200,
    data: await reports[kind](db, query),
  }));

  mount(exportReport, async ({ db, params: { kind }, query, staff }) => {
    const report = await reports[kind](db, query);
    const entry = {
      action: `export report ${kind}`,
      subject: 'reports',
      arguments: { ...query, rows: report.rows.length },
    };
    await inTransaction(db, (tx) => recordStaffAction(tx, staff, entry, new Date(clock.now())));
    return new File([toCsv(report)], `${kind}-${query.from}-to-${query.to}.csv`, { type: 'text/csv' });
  });
}
