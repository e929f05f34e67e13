import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { daySchema } from '../../../contract/answer.ts';
import type { NavigationEntry } from '../frame/navigation.ts';
import { requirePermission, shellRoute } from '../frame/root-routes.tsx';
import { searchTextSchema } from '../lists/search-text.ts';

/**
 * The filters of the audit log. They are search parameters of the URL, so that a filtered log can be shared as a link.
 */
export type AuditSearch = {
  q?: string | undefined;
  kind?: 'change' | 'reading' | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const text = (value: unknown) =>
  typeof value === 'string' ? searchTextSchema(100).parse(value.slice(0, 100))?.trim() || undefined : undefined;
const day = (value: unknown) => daySchema.safeParse(value).data;

/**
 * Reads the filters from the URL or from the filter form. An empty or invalid filter is set to undefined. If it were
 * left out, the router would use the raw value from the URL.
 */
export function readAuditSearch({ q, kind, from, to }: Record<string, unknown>): AuditSearch {
  return {
    q: text(q),
    kind: kind === 'change' || kind === 'reading' ? kind : undefined,
    from: day(from),
    to: day(to),
  };
}

export const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'audit',
  beforeLoad: requirePermission('audit.read'),
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
});

export const auditEntry: NavigationEntry = {
  ...{ label: 'Audit log', to: '/staff/audit', icon: 'book' },
  permissions: ['audit.read'],
};
