import { paths } from '../../contract/pages.ts';

/** Tabs of the student's page, in its order (document 2, section 2); the first is open where the address names none. */
export const studentTabs = [
  { key: 'profile', label: 'Profile' },
  { key: 'courses', label: 'My Courses' },
  { key: 'wallet', label: 'My Wallet' },
  { key: 'bookings', label: 'My Orders' },
  { key: 'payments', label: 'Payments' },
  { key: 'documents', label: 'My Documents' },
] as const;
export type StudentTab = (typeof studentTabs)[number]['key'];

/** Search part of the address: the open tab, and which of the tabs within it. */
export type StudentAreaAddress = { tab?: StudentTab; view?: string };

/** Reads the address; what it does not know it leaves out. */
export function readStudentAreaAddress(search: Record<string, unknown>): StudentAreaAddress {
  const tab = studentTabs.find(({ key }) => key === search.tab)?.key;
  const view = typeof search.view === 'string' ? search.view : undefined;
  return { ...(tab ? { tab } : {}), ...(view ? { view } : {}) };
}

/** The address of a tab. */
export function studentTabPath(tab: StudentTab): string {
  return tab === 'profile' ? paths.profile : `${paths.profile}?tab=${tab}`;
}
