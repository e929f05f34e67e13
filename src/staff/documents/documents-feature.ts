import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import * as z from 'zod';
import { documentStates } from '../../../contract/documents.ts';
import type { NavigationEntry } from '../frame/navigation.ts';
import { requirePermission, shellRoute } from '../frame/root-routes.tsx';

const searchSchema = z.object({
  state: z.enum(documentStates).default('waiting').catch('waiting'),
  id: z.uuid().optional().catch(undefined),
});

export const documentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/documents',
  validateSearch: (search: { state?: string; id?: string }) => searchSchema.parse(search),
  beforeLoad: requirePermission('documents.read'),
  component: lazyRouteComponent(() => import('./documents-page.tsx'), 'DocumentsPage'),
});

export const documentsEntry: NavigationEntry = {
  label: 'Documents',
  to: '/staff/documents',
  icon: 'document',
  permissions: ['documents.read'],
};
