import type { Notice } from '../../../contract/content.ts';

/**
 * Notices that have not expired, in their order. A notice is still shown on its expiry day. `today`: the current day at
 * the academy.
 */
export function visibleNotices(notices: readonly Notice[], today: string): Notice[] {
  return notices.filter((notice) => notice.expiryDate >= today).toSorted((one, other) => one.order - other.order);
}
