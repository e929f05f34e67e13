import type { QueryClient } from '@tanstack/react-query';
import type { StaffPermission } from '../../../contract/staff/permissions.ts';
import type { SignedInStaff } from '../../../contract/staff/staff-account.ts';
import type { IconName } from '../../ui/icons.tsx';

/**
 * An entry of the console's menu. `permissions`: the entry is shown to roles that have at least one of these; null: to
 * everybody. `prepare`: what to do before a page of the entry is opened, such as saving what the page needs offline. It
 * runs when the console opens, and when the staff member has signed in again after the end of the session.
 */
export type NavigationEntry = {
  label: string;
  to: `/staff${string}`;
  icon: IconName;
  permissions: readonly StaffPermission[] | null;
  prepare?: (client: QueryClient, staff: SignedInStaff) => Promise<void>;
};
