import type { Notice } from '../../../contract/content.ts';

/**
 * The notices that have not expired, sorted by their field `order`. A notice is still shown on its expiry day. `today`:
 * the current day at the academy.
 */
export function visibleNotices(notices: readonly Notice[], today: string): Notice[] {
  return notices.filter((notice) => notice.expiryDate >= today).toSorted((one, other) => one.order - other.order);
}
