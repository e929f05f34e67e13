import type { Notice } from '../../contract/content.ts';

/** Notices that have not expired on the academy day `today`, by their order; one shows through its last day. */
export function visibleNotices(notices: readonly Notice[], today: string): Notice[] {
  return notices.filter((notice) => notice.expiryDate >= today).toSorted((one, other) => one.order - other.order);
}
