import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationEntry } from '../frame/navigation.ts';
import { requireNumber, requirePermission, shellRoute } from '../frame/root-routes.tsx';

export const rostersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'rosters',
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
