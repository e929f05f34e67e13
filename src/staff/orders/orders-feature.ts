import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as z from 'zod';
import { listedStates } from '../../../contract/staff/orders.ts';
import type { NavigationEntry } from '../frame/navigation.ts';
import { requirePermission, shellRoute } from '../frame/root-routes.tsx';
import { searchTextSchema } from '../lists/search-text.ts';

const searchSchema = z.object({
  q: searchTextSchema(200),
  state: z.enum(listedStates).optional().catch(undefined),
  due: z.literal('open').optional().catch(undefined),
  settle: z.literal('office').optional().catch(undefined),
});
type Search = z.input<typeof searchSchema>;

export const ordersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders',
  validateSearch: (search: Search) => searchSchema.parse(search),
  beforeLoad: requirePermission('orders.read'),
  component: lazyRouteComponent(() => import('./orders-page.tsx'), 'OrdersPage'),
});

export const orderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/$id',
  beforeLoad: requirePermission('orders.read'),
  component: lazyRouteComponent(() => import('./order-page.tsx'), 'OrderPage'),
});

export const officeSaleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/new',
  beforeLoad: requirePermission('sales.manage'),
  component: lazyRouteComponent(() => import('./office-sale-page.tsx'), 'OfficeSalePage'),
});

export const ordersEntry: NavigationEntry = {
  label: 'Orders',
  to: '/staff/orders',
  icon: 'cart',
  permissions: ['orders.read'],
};
