import type { ReportColumn, ReportKind } from '../../../contract/staff/reports.ts';
import { formatDay, formatTotal } from '../../lib/format/format.ts';

/** For each report, its title and what its figures mean. */
export const reportTexts: Record<ReportKind, { title: string; about: string }> = {
  months: {
    title: 'Revenue by month',
    about:
      'Payments that booked something, less refunds of cancelled and moved bookings, each on the day when it was recorded.',
  },
  courses: {
    title: 'Revenue by course',
    about:
      'An order’s payment is divided by the prices of its lines. A moved booking counts for the course that it is in now.',
  },
  methods: {
    title: 'Revenue by payment method',
    about: 'How students paid. A refund lowers the method by which the refunded amount was paid.',
  },
  refunds: {
    title: 'Refunds',
    about: 'Refunds that were granted and paid back in each month, and what the academy still owed at its end.',
  },
  gst: {
    title: 'GST summary',
    about:
      'The tax in the fees of post-sea and value-added courses, which include it, and of packages of such courses alone. ' +
      'Check the rate with your tax adviser.',
  },
  seats: {
    title: 'Seats by month',
    about:
      'Published batches by the month in which they start. Seats kept for the office are counted apart; a seat that is being paid counts as empty.',
  },
  'course-seats': {
    title: 'Seats by course',
    about:
      'Published batches that start in the period. Seats kept for the office are counted apart; a seat that is being paid counts as empty.',
  },
  enquiries: {
    title: 'Enquiries and bookings',
    about: 'Enquiries by month, and how many of their senders booked afterwards, found by sign-in or email address.',
  },
};

/** A value of a report as the table and the plot show it. */
export function cellText(value: string | number, { unit }: Pick<ReportColumn, 'unit'>): string {
  if (typeof value === 'string') return unit === 'month' && value !== 'Total' ? monthText(value) : value;
  if (unit === 'rupees') return formatTotal(value);
  return unit === 'percent' ? `${value} %` : String(value);
}

/** Formats a month: `2027-03` becomes `Mar 2027`. */
const monthText = (month: string) => formatDay(`${month}-01`).replace(/^\d+ /, '');
