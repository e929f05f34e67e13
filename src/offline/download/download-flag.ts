import { deviceStorage, setDeviceItem } from '../session/subject.ts';

// This key does not start with `landfall:`, so signing out does not delete it: the download is not personal.
const storageKey = 'landfall-voyage';

/**
 * Whether a download of the offline library was unfinished when the page was closed. This is read before the script of
 * the download is loaded.
 */
export function isDownloadUnderWay(): boolean {
  return deviceStorage()?.getItem(storageKey) === 'under way';
}

/** Stores whether the next page that opens should continue the download of the offline library. */
export function setDownloadUnderWay(isUnderWay: boolean): void {
  if (isUnderWay) setDeviceItem(storageKey, 'under way');
  else deviceStorage()?.removeItem(storageKey);
}
