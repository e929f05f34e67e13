import { queryOptions } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getStaffSettings } from '../../../contract/staff/settings.ts';
import { apiOf } from '../../lib/api.ts';
import type { NavigationEntry } from '../frame/navigation.ts';
import { requirePermission, shellRoute } from '../frame/root-routes.tsx';

export const settingsQuery = queryOptions({
  queryKey: ['staff-settings'],
  queryFn: async ({ client, signal }) => (await apiOf(client).call(getStaffSettings, {}, { signal })).data,
});

export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  beforeLoad: requirePermission('settings.read'),
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
});

export const settingsEntry: NavigationEntry = {
  label: 'Settings',
  to: '/staff/settings',
  icon: 'wheel',
  permissions: ['settings.read'],
};
