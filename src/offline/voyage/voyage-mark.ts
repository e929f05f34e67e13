import { deviceStorage } from '../subject.ts';

// Nothing personal, and so none of the names that signing out removes.
const mark = 'landfall-voyage';

/** Whether a saving was under way when the page was closed: read before anything of it is loaded. */
export function isVoyageUnderWay(): boolean {
  return deviceStorage()?.getItem(mark) === 'under way';
}

/** Notes for the next start of the page whether to go on. */
export function noteUnderWay(isUnderWay: boolean): void {
  if (isUnderWay) deviceStorage()?.setItem(mark, 'under way');
  else deviceStorage()?.removeItem(mark);
}
