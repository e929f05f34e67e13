import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as z from 'zod';
import { realDaySchema } from '../../../contract/days.ts';
import type { NavigationEntry } from '../frame/navigation.ts';
import { requireNumber, requirePermission, shellRoute } from '../frame/root-routes.tsx';
import { calendarViews } from './calendar-layout.ts';

const idSchema = z.coerce.number().int().positive().optional().catch(undefined);
/** The id of a venue or an instructor. The server refuses an empty id and control characters. */
const placeIdSchema = z
  .string()
  .regex(/^\P{Cc}{1,100}$/u)
  .optional()
  .catch(undefined);
const daySchema = realDaySchema.optional().catch(undefined);
const searchSchema = z.object({
  /** Any day of the month or week that the calendar shows. */
  day: daySchema,
  view: z.enum(calendarViews).optional().catch(undefined),
  course: idSchema,
  venue: placeIdSchema,
  instructor: placeIdSchema,
});
export type CalendarSearch = z.infer<typeof searchSchema>;

const beforeLoad = requirePermission('batches.read');

export const calendarRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calendar',
  validateSearch: (search: Record<string, unknown>): CalendarSearch => searchSchema.parse(search),
  beforeLoad,
  component: lazyRouteComponent(() => import('./calendar-page.tsx'), 'CalendarPage'),
});

const newBatchesSearchSchema = z.object({
  course: idSchema,
  day: daySchema,
  /** The id of an existing batch. The form for a new batch starts with the values of this batch. */
  like: idSchema,
});

export const newBatchesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calendar/new',
  validateSearch: (search: Record<string, unknown>) => newBatchesSearchSchema.parse(search),
  beforeLoad: requirePermission('batches.manage'),
  component: lazyRouteComponent(() => import('./new-batches/new-batches-page.tsx'), 'NewBatchesPage'),
});

export const daysOffRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calendar/days-off',
  beforeLoad: requirePermission('batches.manage'),
  component: lazyRouteComponent(() => import('./days-off-page.tsx'), 'DaysOffPage'),
});

export const batchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/batches/$id',
  params: { parse: ({ id }) => ({ id: Number(id) }), stringify: ({ id }) => ({ id: String(id) }) },
  beforeLoad,
  loader: ({ params }) => requireNumber(params.id),
  component: lazyRouteComponent(() => import('./batch-page.tsx'), 'BatchPage'),
});

export const calendarEntry: NavigationEntry = {
  ...{ label: 'Calendar', to: '/staff/calendar', icon: 'calendar' },
  permissions: ['batches.read'],
};
