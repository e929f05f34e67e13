import { randomBytes, randomInt } from 'node:crypto';
import { newStudent, signIn } from '../accounts.ts';
import { type Attack, type Campaign, repeat, type Target } from '../attack.ts';
import type { Attacker } from '../attacker.ts';
import { currentStaffCode, hireStaff, sendStaffCode, sendStaffPassword } from './console-browser.ts';

const guessers = 30;
/**
 * At most this many guessed codes may get a response before the server slows the calls down. The limit is the same as
 * for passwords (docs/product.md#rates).
 */
const mostGuesses = 270;
const headStartMs = 12_000;
const longestWaitMs = 20_000;
const pauseAfterRefusalMs = 500;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const randomCode = () => String(randomInt(1_000_000)).padStart(6, '0');

/**
 * Guesses codes of the second factor from many IP addresses for `headStartMs` milliseconds.
 * @returns the number of guesses that no rate limit refused
 */
async function guessCodes(begin: () => Promise<Attacker | null>): Promise<number> {
  const end = performance.now() + headStartMs;
  let answered = 0;
  await repeat(guessers, guessers, async () => {
    while (performance.now() < end) {
      const browser = await begin();
      if (!browser) return pause(pauseAfterRefusalMs);
      for (let turn = 0; turn < 5 && performance.now() < end; turn++) {
        const { status } = await sendStaffCode(browser, randomCode());
        if (status !== 429) answered += 1;
        else await pause(pauseAfterRefusalMs);
        if (status === 401) break;
      }
    }
  });
  return answered;
}

export const codeGuessing: Attack = {
  name: `Guess the code of a staff account with its stolen password from ${guessers} addresses, and lock its owner out by it`,
  async run(target, campaign) {
    const answered = await guessCodes(async () => {
      const stranger = campaign.attacker(target.port);
      return (await sendStaffPassword(stranger, 'accounts')).status === 200 ? stranger : null;
    });
    const owner = campaign.attacker(target.port);
    const begun = performance.now();
    const password = await sendStaffPassword(owner, 'accounts');
    const { status, text } = password.status === 200 ? await sendStaffCode(owner, currentStaffCode()) : password;
    const ms = Math.round(performance.now() - begun);
    const failures = [
      ...(answered > mostGuesses ? [`${answered} guesses were answered`] : []),
      ...(status === 200 ? [] : [`the owner is refused with ${status} ${text.slice(0, 80)}`]),
      ...(ms > longestWaitMs ? [`the owner waits for ${ms} ms`] : []),
    ];
    return {
      gained: failures.join('; ') || `${answered} guesses; the owner signs in after ${ms} ms`,
      isHeld: failures.length === 0,
    };
  },
};

export const stepUpGuessing: Attack = {
  name: `Guess the code that step-up needs with a stolen staff session from ${guessers} addresses`,
  async run(target, campaign) {
    const stolen = await hireStaff(target, campaign, 'administrator', { verifiedAt: 0 });
    const thieves = Array.from({ length: guessers }, () => {
      const thief = campaign.attacker(target.port);
      thief.setCookie(stolen.cookie);
      return thief;
    });
    const answered = await guessCodes(async () => thieves[randomInt(guessers)] ?? null);
    const recovery = await sendStaffCode(stolen, randomBytes(8).toString('hex'), 'recovery');
    const failures = [
      ...(answered > mostGuesses ? [`${answered} guesses were answered`] : []),
      ...(recovery.status === 200 ? ['a recovery code was accepted'] : []),
    ];
    return { gained: failures.join('; ') || `${answered} guesses were answered`, isHeld: failures.length === 0 };
  },
};

type Planted = { name: string; value: string };

/** Whether a client that has only this cookie is signed in. */
async function opens({ port }: Target, campaign: Campaign, { name, value }: Planted, path: string): Promise<boolean> {
  const thief = campaign.attacker(port);
  thief.setCookie(`${name}=${value}`);
  return (await thief.get(path)).status === 200;
}

/**
 * Plants a known session cookie in the browsers of a student and a staff member before they sign in. Then checks
 * whether a client counts as signed in with the planted cookie, with the cookie from before the second factor, or with
 * the cookie of a session that was signed out.
 */
export const sessionFixation: Attack = {
  name: 'Plant a session cookie in the browser of a student or staff member before the sign-in',
  async run(target, campaign) {
    const failures: string[] = [];
    const [student, staff] = ['/api/cart', '/api/staff/session'];

    const { account } = await newStudent(target, campaign);
    const home = campaign.attacker(target.port);
    const planted = { name: 'landfall', value: randomBytes(32).toString('base64url') };
    home.setCookie(`${planted.name}=${planted.value}`);
    if ((await signIn(home, account)).status !== 200) throw new Error('The student could not sign in');
    if (await opens(target, campaign, planted, student)) failures.push('the planted session of the student');
    const session = { name: 'landfall', value: home.cookies.get('landfall') ?? '' };
    if (!(await opens(target, campaign, session, student))) throw new Error('The session of the student does not work');
    await home.post('/api/auth/logout', {});
    if (await opens(target, campaign, session, student)) failures.push('the session of a student who has signed out');

    const office = campaign.attacker(target.port);
    const pending: Planted[] = [{ name: 'landfall_staff', value: randomBytes(32).toString('base64url') }];
    office.setCookie(`landfall_staff=${pending[0]?.value}`);
    await sendStaffPassword(office, 'auditor');
    pending.push({ name: 'landfall_staff', value: office.cookies.get('landfall_staff') ?? '' });
    if ((await sendStaffCode(office, currentStaffCode())).status !== 200)
      throw new Error('The auditor could not sign in');
    const signedIn = { name: 'landfall_staff', value: office.cookies.get('landfall_staff') ?? '' };
    for (const cookie of pending)
      if (await opens(target, campaign, cookie, staff)) failures.push('a cookie from before the second factor');
    if (!(await opens(target, campaign, signedIn, staff))) throw new Error('The session of the auditor does not work');
    await office.post('/api/staff/sign-out', {});
    if (await opens(target, campaign, signedIn, staff)) failures.push('the session of staff who have signed out');
    return { gained: failures.join(', ') || 'nothing', isHeld: failures.length === 0 };
  },
};
