import { describe, expect, it } from 'vitest';
import { type InstallFacts, installShown, isIosSafari, restAfterNo } from '../../../src/pwa/install-rules.ts';

const now = 1_800_000_000_000;
const facts: InstallFacts = {
  hasPrompt: true,
  isIosSafari: false,
  isStandalone: false,
  answered: null,
  hasJustInstalled: false,
  isBusy: false,
  pathname: '/courses-list',
  now,
};
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148';

describe('the offer to install', () => {
  it.each<[string, Partial<InstallFacts>, string]>([
    ['shows the browser’s', {}, 'prompt'],
    ['shows steps in Safari of a phone', { hasPrompt: false, isIosSafari: true }, 'steps'],
    ['is silent where neither helps', { hasPrompt: false }, 'none'],
    ['is silent on the home screen', { isStandalone: true }, 'none'],
    ['is silent in the middle of something', { isBusy: true }, 'none'],
    ['is silent in the cart', { pathname: '/course-booking/details' }, 'none'],
    ['is silent in checkout', { pathname: '/course-booking/checkout/review' }, 'none'],
    ['is silent while signing in', { pathname: '/login' }, 'none'],
    ['shows beside a booking', { pathname: '/course-booking/checkout/confirmation/LF-1-1' }, 'prompt'],
    ['rests after a no', { answered: { kind: 'declined', at: now - restAfterNo + 1 } }, 'none'],
    ['rests after a no, also where the clock went back', { answered: { kind: 'declined', at: now + 5 } }, 'none'],
    ['asks again after half a year', { answered: { kind: 'declined', at: now - restAfterNo } }, 'prompt'],
    ['never asks who has it', { answered: { kind: 'installed', at: 0 } }, 'none'],
    ['speaks of the voyage once it is installed', { hasJustInstalled: true, isStandalone: true }, 'done'],
    ['does not even then in checkout', { hasJustInstalled: true, pathname: '/course-booking/checkout/review' }, 'none'],
  ])('%s', (_, given, shown) => {
    expect(installShown({ ...facts, ...given })).toBe(shown);
  });
});

it.each([
  [`${iphone} Safari/604.1`, 5, true],
  [`${iphone} CriOS/137.0 Safari/604.1`, 5, false],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15', 0, false],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/137.0 Mobile Safari/537.36', 5, false],
])('%s with %d touches is Safari of a phone: %s', (userAgent, maxTouchPoints, isIt) => {
  expect(isIosSafari({ userAgent, maxTouchPoints })).toBe(isIt);
});
