import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as z from 'zod';
import type { NavigationEntry } from '../frame/navigation.ts';
import { requireNumber, requirePermission, shellRoute } from '../frame/root-routes.tsx';
import { searchTextSchema } from '../lists/search-text.ts';

/** `students`: `any` shows the batches without students too. */
const searchSchema = z.object({
  q: searchTextSchema(200),
  students: z.literal('any').optional().catch(undefined),
});

export const rostersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'rosters',
  validateSearch: (search: z.input<typeof searchSchema>) => searchSchema.parse(search),
  beforeLoad: requirePermission('rosters.read'),
  component: lazyRouteComponent(() => import('./rosters-page.tsx'), 'RostersPage'),
});

export const rosterRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'rosters/$batchId',
  beforeLoad: requirePermission('rosters.read'),
  loader: ({ params }) => requireNumber(params.batchId),
  component: lazyRouteComponent(() => import('./roster-page.tsx'), 'RosterPage'),
});

export const rostersEntry: NavigationEntry = {
  ...{ label: 'Rosters', to: '/staff/rosters', icon: 'calendarCheck' },
  permissions: ['rosters.read'],
  async prepare(client, { id, role }) {
    const { sendWaitingMarks } = await import('./delivered-marks.ts');
    await sendWaitingMarks(client, id);
    if (role === 'instructor') await (await import('./save-ahead.ts')).saveAhead(client);
  },
};
