import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationEntry } from '../frame/navigation.ts';
import { requireNumber, requirePermission, shellRoute } from '../frame/root-routes.tsx';

export const waitingListsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/waiting-lists',
  beforeLoad: requirePermission('waitingLists.read'),
  component: lazyRouteComponent(() => import('./waiting-lists-page.tsx'), 'WaitingListsPage'),
});

export const waitingListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/waiting-lists/$batchId',
  beforeLoad: requirePermission('waitingLists.read'),
  loader: ({ params }) => requireNumber(params.batchId),
  component: lazyRouteComponent(() => import('./waiting-list-page.tsx'), 'WaitingListPage'),
});

export const waitingListsEntry: NavigationEntry = {
  label: 'Waiting lists',
  to: '/staff/waiting-lists',
  icon: 'seat',
  permissions: ['waitingLists.read'],
};
