import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router';
import { mayDo, type StaffPermission } from '../../../contract/staff/permissions.ts';
import type { SignedInStaff } from '../../../contract/staff/staff-account.ts';
import { staffSessionQuery } from '../session/session.queries.ts';
import type { NavigationEntry } from './navigation.ts';
import { RouteError } from './route-error.tsx';

type RouterContext = { client: QueryClient; navigation: readonly NavigationEntry[] };

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  errorComponent: RouteError,
});

/** Returns the path to open after signing in: `value` if it is a path of the console, otherwise the start page. */
function readNext(value: unknown): string {
  return typeof value === 'string' && /^\/staff(?:[/?]|$)/.test(value) ? value : '/staff';
}

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/sign-in',
  validateSearch: ({ next }: Record<string, unknown>) => ({ next: readNext(next) }),
  component: lazyRouteComponent(() => import('../session/sign-in-page.tsx'), 'SignInPage'),
});

/** The parent route of all pages that require sign-in. Its context contains the signed-in staff member. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff',
  async beforeLoad({ context, location }) {
    const staff = await context.client.ensureQueryData(staffSessionQuery);
    if (!staff) throw redirect({ to: '/staff/sign-in', search: { next: location.href } });
    return { staff };
  },
  component: lazyRouteComponent(() => import('./staff-shell.tsx'), 'StaffShell'),
  errorComponent: RouteError,
});

/** Thrown when the staff member's role does not permit the page. */
class NotPermitted extends Error {
  override name = 'NotPermitted';
}

/** Returns a `beforeLoad` that admits only roles with at least one of the permissions. @throws NotPermitted */
export function requirePermission(...permissions: StaffPermission[]) {
  return ({ context }: { context: { staff: SignedInStaff } }): void => {
    if (!permissions.some((permission) => mayDo(context.staff.role, permission))) throw new NotPermitted();
  };
}

/**
 * Shows 'Page not found' if an id in the URL, such as the id of a batch, is not a whole number above zero. Call it in a
 * loader: if it were called in `beforeLoad`, the message would replace the menu too.
 */
export function requireNumber(id: string | number): void {
  if (!Number.isSafeInteger(Number(id)) || Number(id) < 1) throw notFound();
}
