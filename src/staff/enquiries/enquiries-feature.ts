import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as z from 'zod';
import { enquiryKinds, enquiryStateFilters } from '../../../contract/staff/enquiries.ts';
import type { NavigationEntry } from '../frame/navigation.ts';
import { requireNumber, requirePermission, shellRoute } from '../frame/root-routes.tsx';
import { searchTextSchema } from '../lists/search-text.ts';

const searchSchema = z.object({
  state: z.enum(enquiryStateFilters).optional().catch(undefined),
  kind: z.enum(enquiryKinds).optional().catch(undefined),
  assigned: z.enum(['me', 'nobody']).optional().catch(undefined),
  q: searchTextSchema(200),
});
export type EnquiryFilter = z.infer<typeof searchSchema>;

const beforeLoad = requirePermission('enquiries.read');

export const enquiriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/enquiries',
  validateSearch: (search: Record<string, unknown>): EnquiryFilter => searchSchema.parse(search),
  beforeLoad,
  component: lazyRouteComponent(() => import('./enquiries-page.tsx'), 'EnquiriesPage'),
});

export const templatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/enquiries/templates',
  beforeLoad,
  component: lazyRouteComponent(() => import('./templates-page.tsx'), 'TemplatesPage'),
});

export const enquiryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/enquiries/$id',
  params: { parse: ({ id }) => ({ id: Number(id) }), stringify: ({ id }) => ({ id: String(id) }) },
  beforeLoad,
  loader: ({ params }) => requireNumber(params.id),
  component: lazyRouteComponent(() => import('./enquiry-page.tsx'), 'EnquiryPage'),
});

export const enquiriesEntry: NavigationEntry = {
  label: 'Enquiries',
  to: '/staff/enquiries',
  icon: 'mail',
  permissions: ['enquiries.read'],
};
