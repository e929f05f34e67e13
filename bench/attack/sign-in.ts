import { type Account, lookUp, newStudent, signIn, tryPassword } from './accounts.ts';
import { type Attack, type Campaign, repeat, type Target } from './attack.ts';
import { fieldOf, type Reply } from './attacker.ts';

/** The longest time that a student's sign-in call may take while strangers attack the account, in milliseconds. */
const longestWaitMs = 20_000;

const refusalOf = (reply: Reply) => `${reply.status} "${fieldOf(reply, 'message') || reply.text.slice(0, 60)}"`;

/**
 * Measures a call with which the victim tries to sign in.
 * @returns `ms`: the duration of the call. `failure`: why the call was refused, or that it took too long; otherwise
 * null
 */
async function timeVictim(call: () => Promise<Reply>): Promise<{ ms: number; failure: string | null }> {
  const begun = performance.now();
  const reply = await call();
  const ms = Math.round(performance.now() - begun);
  if (reply.status !== 200) return { ms, failure: `refused with ${refusalOf(reply)}` };
  return { ms, failure: ms > longestWaitMs ? `delayed by ${ms} ms` : null };
}

export const lookupLockout: Attack = {
  name: 'Lock a student out by lookups from one address',
  async run(target, campaign) {
    const { account } = await newStudent(target, campaign);
    const stranger = campaign.attacker(target.port);
    await repeat(75, 5, () => lookUp(stranger, account.email));
    const { ms, failure } = await timeVictim(() => signIn(campaign.attacker(target.port), account));
    return { gained: failure ? `the student is ${failure}` : `nothing: signed in after ${ms} ms`, isHeld: !failure };
  },
};

export const codeLockout: Attack = {
  name: 'Lock a student out by requesting codes and reset links from 14 addresses',
  async run(target, campaign) {
    const { account } = await newStudent(target, campaign);
    const contact = `/api/auth/search/user/contact?user_id=${account.id}&isEmail=true`;
    await repeat(14, 14, async () => {
      const stranger = campaign.attacker(target.port);
      await lookUp(stranger, account.email);
      for (let turn = 0; turn < 5; turn++) await stranger.get(contact);
      await stranger.post('/api/auth/user/forgot/pass', { email: account.email });
    });
    const home = campaign.attacker(target.port);
    const code = await timeVictim(async () => {
      const found = await lookUp(home, account.email);
      return found.status === 200 ? home.get(contact) : found;
    });
    const reset = await home.post('/api/auth/user/forgot/pass', { email: account.email });
    // A refusal with ALREADY_SENT does not lock the student out: a valid reset link is already in the student's
    // mailbox.
    const hasLink = reset.status === 200 || fieldOf(reset, 'code') === 'ALREADY_SENT';
    const failures = [
      ...(code.failure ? [`the code is ${code.failure}`] : []),
      ...(hasLink ? [] : [`the reset link is refused with ${refusalOf(reset)}`]),
    ];
    return {
      gained: failures.join('; ') || `nothing: a code after ${code.ms} ms, a link`,
      isHeld: failures.length === 0,
    };
  },
};

const guessers = 60;
/**
 * The maximum number of wrong guesses for one account, from all IP addresses together, that the server may check during
 * the attack. The server delays calls over the limit of an account (docs/product.md#rates).
 */
const mostGuesses = 260;
const headStartMs = 12_000;
const pauseAfterRefusalMs = 1000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * From where the password guesses come: always from the same IP addresses, or each from a new network, as from an
 * attacker with a large block of IPv6 addresses.
 */
type Origin = 'same addresses' | 'new networks';

let lastNetwork = 0;

function newNetwork(): string {
  lastNetwork += 1;
  return `2001:db8:8:${lastNetwork.toString(16)}::1`;
}

/**
 * Guesses the account's password until `stop` is called. Pauses only after the server has refused to check a guess.
 * @returns `stop`, which resolves with the number of guesses that the server checked and found wrong
 */
function startGuessing(
  { port }: Target,
  campaign: Campaign,
  account: Account,
  origin: Origin,
): { stop(): Promise<number> } {
  let isOver = false;
  let answered = 0;
  const guess = async () => {
    let stranger = campaign.attacker(port);
    for (let turn = 0; !isOver; turn++) {
      if (origin === 'new networks') stranger = campaign.attacker(port, newNetwork());
      const { status } = await tryPassword(stranger, account, `Wrong-Guess-${turn}-${stranger.address}`);
      if (status === 401) answered += 1;
      else await pause(pauseAfterRefusalMs);
    }
  };
  const guessing = Promise.all(Array.from({ length: guessers }, guess));
  return {
    async stop() {
      isOver = true;
      await guessing;
      return answered;
    },
  };
}

const guessFrom = (origin: Origin): Attack => ({
  name: `Guess a password from ${origin === 'new networks' ? 'a new network each time' : `${guessers} addresses`}, and lock its owner out by it`,
  async run(target, campaign) {
    const { browser, account } = await newStudent(target, campaign);
    const guessing = startGuessing(target, campaign, account, origin);
    await pause(headStartMs);
    const elsewhere = await timeVictim(() => signIn(campaign.attacker(target.port), account));
    const known = await timeVictim(() => signIn(browser, account));
    const answered = await guessing.stop();
    const failures = [
      ...(answered > mostGuesses ? [`${answered} guesses were answered`] : []),
      ...(elsewhere.failure ? [`at another address the student is ${elsewhere.failure}`] : []),
      ...(known.failure ? [`in a known browser the student is ${known.failure}`] : []),
    ];
    const times = `${answered} guesses; the student signs in after ${elsewhere.ms} ms, in a known browser ${known.ms} ms`;
    return { gained: failures.join('; ') || times, isHeld: failures.length === 0 };
  },
});

export const passwordGuessing = guessFrom('same addresses');
export const networkGuessing = guessFrom('new networks');
