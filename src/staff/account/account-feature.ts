import { queryOptions } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { getStaffAccount } from '../../../contract/staff/staff-account.ts';
import { apiOf } from '../../lib/api.ts';
import { shellRoute } from '../frame/root-routes.tsx';

export const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'account',
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
});

/** The signed-in staff member's second factors, sign-in sessions and sign-in log. */
export const accountQuery = queryOptions({
  queryKey: ['staff-account'],
  queryFn: async ({ client, signal }) => (await apiOf(client).call(getStaffAccount, {}, { signal })).data,
});
