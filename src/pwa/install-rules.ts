import { paths } from '../../contract/pages.ts';

/** `prompt`: the browser asks on a tap. `steps`: the person does it, by steps that are shown. `done`: just installed. */
export type InstallShown = 'none' | 'prompt' | 'steps' | 'done';

export type InstallFacts = {
  /** The browser offers it. */
  hasPrompt: boolean;
  /** Safari of an iPhone or iPad, which has no such offer. */
  isIosSafari: boolean;
  /** Opened from the home screen. */
  isStandalone: boolean;
  /** When it was installed or last declined (ms); null: never. */
  answered: { kind: 'installed' | 'declined'; at: number } | null;
  hasJustInstalled: boolean;
  /** In the middle of something that counts. */
  isBusy: boolean;
  pathname: string;
  /** Milliseconds since the epoch. */
  now: number;
};

/** Who declined is left alone for half a year. */
export const restAfterNo = 180 * 86_400_000;

const undisturbed: readonly string[] = ['/course-booking/checkout', paths.cart, '/auth/', paths.login, paths.register];

function isUndisturbed(pathname: string): boolean {
  if (pathname.startsWith(paths.checkoutConfirmation)) return false;
  return undisturbed.some((beginning) => pathname.startsWith(beginning));
}

/** What is shown of the offer to install, where the person is and after what they said before. */
export function installShown(facts: InstallFacts): InstallShown {
  const { hasPrompt, isIosSafari, isStandalone, answered, hasJustInstalled, isBusy, pathname, now } = facts;
  if (isBusy || isUndisturbed(pathname)) return 'none';
  if (hasJustInstalled) return 'done';
  if (isStandalone || answered?.kind === 'installed') return 'none';
  if (answered && Math.abs(now - answered.at) < restAfterNo) return 'none';
  if (hasPrompt) return 'prompt';
  return isIosSafari ? 'steps' : 'none';
}

/** Safari of an iPhone or iPad; an iPad calls itself a Mac, but takes touches. Other browsers there name themselves. */
export function isIosSafari({ userAgent, maxTouchPoints }: { userAgent: string; maxTouchPoints: number }): boolean {
  const isIos = /iP(hone|ad|od)/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isIos && /Safari/.test(userAgent) && !/CriOS|FxiOS|EdgiOS|OPiOS|DuckDuckGo/.test(userAgent);
}
