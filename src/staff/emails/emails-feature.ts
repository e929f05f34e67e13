import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as z from 'zod';
import { failureCauses, undeliveredStates } from '../../../contract/staff/emails.ts';
import type { NavigationEntry } from '../frame/navigation.ts';
import { requirePermission, shellRoute } from '../frame/root-routes.tsx';
import { searchTextSchema } from '../lists/search-text.ts';

const searchSchema = z.object({
  state: z.enum(undeliveredStates).optional().catch(undefined),
  cause: z.enum(failureCauses).optional().catch(undefined),
  q: searchTextSchema(200),
});
export type EmailFilter = z.infer<typeof searchSchema>;

export const emailsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/emails',
  validateSearch: (search: Record<string, unknown>): EmailFilter => searchSchema.parse(search),
  beforeLoad: requirePermission('emails.read'),
  component: lazyRouteComponent(() => import('./emails-page.tsx'), 'EmailsPage'),
});

export const emailsEntry: NavigationEntry = {
  label: 'Undelivered emails',
  to: '/staff/emails',
  icon: 'warning',
  permissions: ['emails.read'],
};
