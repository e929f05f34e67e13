import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import * as z from 'zod';
import { type ContentKind, contentKinds } from '../../../contract/staff/content.ts';
import type { NavigationEntry } from '../frame/navigation.ts';
import { requirePermission, shellRoute } from '../frame/root-routes.tsx';
import { searchTextSchema } from '../lists/search-text.ts';

const beforeLoad = requirePermission('content.read');
const searchSchema = z.object({ q: searchTextSchema(100) });

/** Reads the kind of content documents from the URL. An unknown kind is replaced by the first one. */
const readKind = (kind: string): ContentKind => contentKinds.find((known) => known === kind) ?? contentKinds[0];

export const contentStartRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content',
  beforeLoad: () => {
    throw redirect({ to: '/staff/content/$kind', params: { kind: contentKinds[0] }, replace: true });
  },
});

export const contentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content/$kind',
  params: { parse: ({ kind }) => ({ kind: readKind(kind) }), stringify: ({ kind }) => ({ kind }) },
  validateSearch: (search: Record<string, unknown>) => searchSchema.parse(search),
  beforeLoad,
  component: lazyRouteComponent(() => import('./content-page.tsx'), 'ContentPage'),
});

export const documentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/content/$kind/$id',
  params: { parse: ({ kind, id }) => ({ kind: readKind(kind), id }), stringify: (params) => params },
  beforeLoad,
  component: lazyRouteComponent(() => import('./document-page.tsx'), 'DocumentPage'),
});

export const contentEntry: NavigationEntry = {
  ...{ label: 'Content', to: '/staff/content', icon: 'document' },
  permissions: ['content.read'],
};
