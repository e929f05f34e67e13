import type { QueryClient } from '@tanstack/react-query';
import type { StaffPermission } from '../../../contract/staff/permissions.ts';
import type { SignedInStaff } from '../../../contract/staff/staff-account.ts';
import type { IconName } from '../../ui/icons.tsx';

/**
 * An entry of the console's menu. It is shown to roles that have at least one of the `permissions`, or to everybody if
 * `permissions` is null. `prepare` runs when the console opens and when the staff member has signed in again after the
 * end of the session, for example to save what the pages of the entry need offline.
 */
export type NavigationEntry = {
  label: string;
  to: `/staff${string}`;
  icon: IconName;
  permissions: readonly StaffPermission[] | null;
  prepare?: (client: QueryClient, staff: SignedInStaff) => Promise<void>;
};
