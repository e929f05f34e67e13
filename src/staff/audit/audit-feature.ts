import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { daySchema } from '../../../contract/answer.ts';
import type { NavigationEntry } from '../frame/navigation.ts';
import { requirePermission, shellRoute } from '../frame/root-routes.tsx';

/**
 * The filters of the audit log. They are search parameters of the URL, so that a filtered log can be shared as a link.
 */
export type AuditSearch = { q?: string; kind?: 'change' | 'reading'; from?: string; to?: string };

const text = (value: unknown) => (typeof value === 'string' && value.trim() ? value.slice(0, 100) : undefined);
const day = (value: unknown) => daySchema.safeParse(value).data;

/** Reads the filters from the URL or from the filter form, leaving out empty and invalid values. */
export function readAuditSearch({ q, kind, from, to }: Record<string, unknown>): AuditSearch {
  const read = {
    ...{ q: text(q), kind: kind === 'change' || kind === 'reading' ? kind : undefined },
    ...{ from: day(from), to: day(to) },
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
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
