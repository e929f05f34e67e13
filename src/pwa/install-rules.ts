import { paths } from '../../contract/pages.ts';

/**
 * What the install card shows. `prompt`: a button for the browser's install prompt. `steps`: manual steps. `done`: just
 * installed.
 */
export type InstallShown = 'none' | 'prompt' | 'steps' | 'done';

export type InstallFacts = {
  /** Whether the browser has offered its install prompt. */
  hasPrompt: boolean;
  /** Whether the browser is Safari on an iPhone or iPad, which has no install prompt. */
  isIosSafari: boolean;
  /** Whether the site runs as an installed app. */
  isStandalone: boolean;
  /**
   * What the visitor last did: installed the app or declined the offer, and when (ms since the epoch); null if neither.
   */
  choice: { kind: 'installed' | 'declined'; at: number } | null;
  hasJustInstalled: boolean;
  /** Whether critical work is under way, such as a payment. */
  isBusy: boolean;
  pathname: string;
  /** The current time in milliseconds since the epoch. */
  now: number;
};

/** After the visitor has declined to install the site, the offer is not shown for half a year. */
const declineRestMs = 180 * 86_400_000;

/** Pages on which the offer to install the site would interrupt a booking or a sign-in. */
const quietPages: readonly string[] = ['/course-booking/checkout', paths.cart, '/auth/', paths.login, paths.register];

function isQuietPage(pathname: string): boolean {
  if (pathname.startsWith(paths.checkoutConfirmation)) return false;
  return quietPages.some((prefix) => pathname.startsWith(prefix));
}

/** Decides what the install card shows. */
export function installShown(facts: InstallFacts): InstallShown {
  const { hasPrompt, isIosSafari, isStandalone, choice, hasJustInstalled, isBusy, pathname, now } = facts;
  if (isBusy || isQuietPage(pathname)) return 'none';
  if (hasJustInstalled) return 'done';
  if (isStandalone || choice?.kind === 'installed') return 'none';
  if (choice && Math.abs(now - choice.at) < declineRestMs) return 'none';
  if (hasPrompt) return 'prompt';
  return isIosSafari ? 'steps' : 'none';
}

/**
 * Whether this is Safari on iOS. An iPad identifies itself as a Mac, but has touch points. Other browsers on iOS add
 * their own name to the user agent.
 */
export function isIosSafari({ userAgent, maxTouchPoints }: { userAgent: string; maxTouchPoints: number }): boolean {
  const isIos = /iP(hone|ad|od)/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isIos && /Safari/.test(userAgent) && !/CriOS|FxiOS|EdgiOS|OPiOS|DuckDuckGo/.test(userAgent);
}
