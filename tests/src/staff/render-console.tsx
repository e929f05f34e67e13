import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { StaffRole } from '../../../contract/staff/permissions.ts';
import type { SignedInStaff } from '../../../contract/staff/staff-account.ts';
import { staffTheme } from '../../../src/staff/frame/staff-theme.ts';
import { createStaffRouter } from '../../../src/staff/staff-router.ts';
import { ToastHost } from '../../../src/ui/toasts/toast-host.tsx';
import '../../../src/ui/toasts/toast-region.tsx';

export const staffId = '7d4cf2ac-6c3c-4b57-9d25-d1c1ad35a5f1';

/**
 * A signed-in staff member of the given role. The sign-in session and the step-up authentication last for the whole
 * test.
 */
export const signedInStaff = (role: StaffRole): SignedInStaff => ({
  ...{ id: staffId, name: 'Ravi Pillai', email: `${role}@example.com`, role },
  ...{ verified_until: '2040-01-01T00:05:00.000Z', expires_at: '2040-01-01T12:00:00.000Z' },
});

/** Renders a page of the staff console. `client`: the page's query client, which contains the API client. */
export function renderConsole(path: string, client: QueryClient) {
  // Remove the toasts of earlier tests: a fourth toast waits until one of three has disappeared.
  notifications.clean();
  const router = createStaffRouter(client);
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) });
  render(
    <QueryClientProvider client={client}>
      <MantineProvider theme={staffTheme} withCssVariables={false} env="test">
        <RouterProvider router={router} />
        <ToastHost />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return { router, user: userEvent.setup() };
}
