import { paths } from '../../contract/pages.ts';

/** The tabs of the student area, in order. The first tab is open if the URL names none. */
export const studentTabs = [
  { key: 'profile', label: 'Profile' },
  { key: 'courses', label: 'My Courses' },
  { key: 'wallet', label: 'My Wallet' },
  { key: 'bookings', label: 'My Orders' },
  { key: 'payments', label: 'Payments' },
  { key: 'documents', label: 'My Documents' },
] as const;
export type StudentTab = (typeof studentTabs)[number]['key'];

/** The search parameters in the URL of the student area: the open tab, and the open view within that tab. */
export type StudentAreaAddress = { tab?: StudentTab | undefined; view?: string | undefined };

/**
 * Reads the search parameters of the URL. If the tab is unknown, the result contains `tab: undefined`: without this
 * key, the router would keep the unknown tab in the URL.
 */
export function readStudentAreaAddress(search: Record<string, unknown>): StudentAreaAddress {
  const tab = studentTabs.find(({ key }) => key === search.tab)?.key;
  const view = typeof search.view === 'string' ? search.view : undefined;
  return { tab, view };
}

/** The path and query of a tab of the student area, and of the view within that tab if one is given. */
export function studentTabPath(tab: StudentTab, view?: string): string {
  const search = new URLSearchParams({ ...(tab === 'profile' ? {} : { tab }), ...(view ? { view } : {}) });
  return search.size > 0 ? `${paths.profile}?${search}` : paths.profile;
}
