import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../frame/root-routes.tsx';

/** The page that the link in an invitation or reset email opens. `t` is its token. */
export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/invitation',
  validateSearch: ({ t }: Record<string, unknown>) => ({ t: typeof t === 'string' ? t.slice(0, 100) : '' }),
  component: lazyRouteComponent(() => import('./invitation-page.tsx'), 'InvitationPage'),
});
