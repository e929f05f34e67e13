import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationEntry } from '../frame/navigation.ts';
import { requirePermission, shellRoute } from '../frame/root-routes.tsx';

export const membersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'members',
  beforeLoad: requirePermission('staff.read'),
  component: lazyRouteComponent(() => import('./members-page.tsx'), 'MembersPage'),
});

export const membersEntry: NavigationEntry = {
  ...{ label: 'Staff members', to: '/staff/members', icon: 'users' },
  permissions: ['staff.read'],
};
