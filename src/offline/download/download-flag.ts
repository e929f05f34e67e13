import { deviceStorage } from '../session/subject.ts';

// An unfinished download is not personal. The key does not start with `landfall:`, so signing out does not remove it.
const storageKey = 'landfall-voyage';

/** Whether a download was unfinished when the page was closed. It is read before any code of the download is loaded. */
export function isDownloadUnderWay(): boolean {
  return deviceStorage()?.getItem(storageKey) === 'under way';
}

/** Stores for the next start of the page whether to continue the download. */
export function setDownloadUnderWay(isUnderWay: boolean): void {
  if (isUnderWay) deviceStorage()?.setItem(storageKey, 'under way');
  else deviceStorage()?.removeItem(storageKey);
}
