import { queryOptions } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getToday } from '../../../contract/staff/today.ts';
import { apiOf } from '../../lib/api.ts';
import type { NavigationEntry } from '../frame/navigation.ts';
import { shellRoute } from '../frame/root-routes.tsx';

export const todayRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./today-page.tsx'), 'TodayPage'),
});

export const todayQuery = queryOptions({
  queryKey: ['staff-today'],
  queryFn: async ({ client, signal }) => (await apiOf(client).call(getToday, {}, { signal })).data,
  refetchOnWindowFocus: true,
  staleTime: 60_000,
});

export const todayEntry: NavigationEntry = { label: 'Today', to: '/staff', icon: 'home', permissions: null };
