import { describe, expect, it } from 'vitest';
import { type InstallFacts, installShown, isIosSafari } from '../../../src/pwa/install-rules.ts';

const now = 1_800_000_000_000;
const halfAYear = 180 * 24 * 3_600_000;
const facts: InstallFacts = {
  hasPrompt: true,
  isIosSafari: false,
  isStandalone: false,
  choice: null,
  hasJustInstalled: false,
  isBusy: false,
  pathname: '/courses-list',
  now,
};
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148';

describe('the offer to install', () => {
  it.each<[string, Partial<InstallFacts>, string]>([
    ['opens the browser’s install prompt', {}, 'prompt'],
    ['shows how to install it in Safari on an iPhone', { hasPrompt: false, isIosSafari: true }, 'steps'],
    ['is hidden where the app cannot be installed', { hasPrompt: false }, 'none'],
    ['is hidden in the installed app', { isStandalone: true }, 'none'],
    ['is hidden while the student is in the middle of something', { isBusy: true }, 'none'],
    ['is hidden in the cart', { pathname: '/course-booking/details' }, 'none'],
    ['is hidden in checkout', { pathname: '/course-booking/checkout/review' }, 'none'],
    ['is hidden while signing in', { pathname: '/login' }, 'none'],
    [
      'is shown on the confirmation of a booking',
      { pathname: '/course-booking/checkout/confirmation/LF-1-1' },
      'prompt',
    ],
    [
      'stays hidden for half a year after it was declined',
      { choice: { kind: 'declined', at: now - halfAYear + 1 } },
      'none',
    ],
    [
      'stays hidden after it was declined, even if the clock was set back',
      { choice: { kind: 'declined', at: now + 5 } },
      'none',
    ],
    [
      'is shown again half a year after it was declined',
      { choice: { kind: 'declined', at: now - halfAYear } },
      'prompt',
    ],
    ['stays hidden once the app was installed', { choice: { kind: 'installed', at: 0 } }, 'none'],
    [
      'becomes an offer to save the site for offline use right after installing',
      { hasJustInstalled: true, isStandalone: true },
      'done',
    ],
    [
      'is hidden in checkout, even right after installing',
      { hasJustInstalled: true, pathname: '/course-booking/checkout/review' },
      'none',
    ],
  ])('the offer to install the app %s', (_, given, shown) => {
    expect(installShown({ ...facts, ...given })).toBe(shown);
  });
});

it.each([
  [`${iphone} Safari/604.1`, 5, true],
  [`${iphone} CriOS/137.0 Safari/604.1`, 5, false],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15', 0, false],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/137.0 Mobile Safari/537.36', 5, false],
])(
  'isIosSafari recognises Safari on iPhones and iPads by user agent and number of touch points: %s, %d: %s',
  (userAgent, maxTouchPoints, isIt) => {
    expect(isIosSafari({ userAgent, maxTouchPoints })).toBe(isIt);
  },
);
