import { queryOptions } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as z from 'zod';
import { addDays, addMonths, realDaySchema } from '../../../contract/days.ts';
import { getReport, type ReportKind, reportKinds } from '../../../contract/staff/reports.ts';
import { apiOf } from '../../lib/api.ts';
import { academyDay } from '../../lib/format/format.ts';
import type { NavigationEntry } from '../frame/navigation.ts';
import { requirePermission, shellRoute } from '../frame/root-routes.tsx';

const searchSchema = z.object({
  report: z.enum(reportKinds).optional().catch(undefined),
  from: realDaySchema.optional().catch(undefined),
  to: realDaySchema.optional().catch(undefined),
  gst: z.number().int().min(0).max(40).optional().catch(undefined),
});
export type ReportSearch = z.input<typeof searchSchema>;

export const reportsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reports',
  validateSearch: (search: ReportSearch) => searchSchema.parse(search),
  beforeLoad: requirePermission('reports.read'),
  component: lazyRouteComponent(() => import('./reports-page.tsx'), 'ReportsPage'),
});

export type Period = { from: string; to: string };

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;

/** The periods of time that the page offers, by name. A financial year begins in April. */
export function usualPeriods(today = academyDay()): Record<string, Period> {
  const month = firstOfMonth(today);
  const april = `${Number(today.slice(0, 4)) - (today.slice(5) < '04' ? 1 : 0)}-04-01`;
  return {
    'Last 12 months': { from: addMonths(month, -11), to: today },
    'This month': { from: month, to: addDays(addMonths(month, 1), -1) },
    'Last month': { from: addMonths(month, -1), to: addDays(month, -1) },
    'This financial year': { from: april, to: addDays(addMonths(april, 12), -1) },
    'Last financial year': { from: addMonths(april, -12), to: addDays(april, -1) },
  };
}

/** The period in the URL. If the first or the last day is missing, it is taken from the period 'Last 12 months'. */
export function periodOf({ from, to }: ReportSearch): Period {
  const usual = usualPeriods()['Last 12 months'];
  return { from: from ?? usual?.from ?? '', to: to ?? usual?.to ?? '' };
}

type ReportQuery = Period & { gst_rate: number };

export const reportQuery = (kind: ReportKind, query: ReportQuery) =>
  queryOptions({
    queryKey: ['staff-reports', kind, query],
    staleTime: 60_000,
    queryFn: async ({ client, signal }) =>
      (await apiOf(client).call(getReport, { params: { kind }, query }, { signal })).data,
  });

export const reportFile = (kind: ReportKind, { from, to, gst_rate }: ReportQuery) =>
  `/api/staff/reports/${kind}/file?${new URLSearchParams({ from, to, gst_rate: String(gst_rate) })}`;

export const reportsEntry: NavigationEntry = {
  label: 'Reports',
  to: '/staff/reports',
  icon: 'compass',
  permissions: ['reports.read'],
};
