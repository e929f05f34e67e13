import * as z from 'zod';
import { answer, daySchema } from '../answer.ts';
import { daysBetween } from '../days.ts';
import { defineStaffEndpoint } from './staff-endpoint.ts';

/** The reports, in the order in which the page lists them. */
export const reportKinds = [
  'months',
  'courses',
  'methods',
  'refunds',
  'gst',
  'seats',
  'course-seats',
  'enquiries',
] as const;
export type ReportKind = (typeof reportKinds)[number];

/** The longest period of a report, in days. */
const maxDays = 3660;
/** The usual rate of the goods and services tax for courses, in percent. */
export const usualGstRate = 18;

const periodSchema = z
  .object({
    /** The first and last day of the report's period, both included, in the academy's time zone. */
    from: daySchema,
    to: daySchema,
    /** The rate of the goods and services tax (GST) in the report `gst`, in percent. */
    gst_rate: z.coerce.number().int().min(0).max(40).default(usualGstRate),
  })
  .refine(({ from, to }) => from <= to, { message: 'The last day is before the first', path: ['to'] })
  .refine(({ from, to }) => daysBetween(from, to) < maxDays, { message: 'At most ten years', path: ['to'] });

/** The units of a report's columns: a month is `2027-03`, money is in rupees. */
const units = ['month', 'text', 'count', 'rupees', 'percent'] as const;
const columnSchema = z.object({
  label: z.string(),
  unit: z.enum(units),
  /** Whether the report's chart shows the column. */
  is_plotted: z.boolean(),
});
export type ReportColumn = z.infer<typeof columnSchema>;

const cellsSchema = z.array(z.union([z.string(), z.number()]));
const reportSchema = z.object({ columns: z.array(columnSchema), rows: z.array(cellsSchema), total: cellsSchema });
export type Report = z.infer<typeof reportSchema>;

const params = z.object({ kind: z.enum(reportKinds) });

/** GET /staff/reports/{kind}: one report about a period, as columns, rows and a row of totals. */
export const getReport = defineStaffEndpoint({
  name: 'getReport',
  summary: 'Revenue, refunds, GST, seats or enquiries of a period',
  method: 'GET',
  url: '/api/staff/reports/:kind',
  permission: 'reports.read',
  rate: 'read',
  idempotency: 'safe',
  params,
  query: periodSchema,
  answers: { 200: answer({ data: reportSchema }) },
});

/** GET /staff/reports/{kind}/file: the report as a CSV file. Each call is recorded in the audit log. */
export const exportReport = defineStaffEndpoint({
  name: 'exportReport',
  summary: 'A report as CSV',
  method: 'GET',
  url: '/api/staff/reports/:kind/file',
  permission: 'reports.read',
  stepUp: true,
  rate: 'read',
  idempotency: 'safe',
  params,
  query: periodSchema,
  answers: { 200: z.file().mime('text/csv') },
});
