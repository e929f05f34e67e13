import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as z from 'zod';
import type { NavigationEntry } from '../frame/navigation.ts';
import { requirePermission, shellRoute } from '../frame/root-routes.tsx';

export const moneyTabs = ['refunds', 'pending', 'policy', 'exports'] as const;
const searchSchema = z.object({ tab: z.enum(moneyTabs).optional().catch(undefined) });

export const moneyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/money',
  validateSearch: (search: z.input<typeof searchSchema>) => searchSchema.parse(search),
  beforeLoad: requirePermission('payments.read'),
  component: lazyRouteComponent(() => import('./money-page.tsx'), 'MoneyPage'),
});

export const moneyEntry: NavigationEntry = {
  label: 'Refunds and payments',
  to: '/staff/money',
  icon: 'retry',
  permissions: ['payments.read'],
};
