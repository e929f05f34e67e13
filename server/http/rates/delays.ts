import { setTimeout as wait } from 'node:timers/promises';

/** Waits for some milliseconds, or rejects when `signal` is aborted. Tests replace it, so that they do not wait. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<unknown>;

export const realPause: Pause = (milliseconds, signal) => wait(milliseconds, undefined, { signal, ref: false });

/**
 * How many calls can be delayed at the same time: for one account, and in this process. With two delayed calls for an
 * account, each delayed by the maximum of 15 seconds, 480 passwords can be guessed in an hour.
 */
export const delayedAtOnce = { perAccount: 2, perProcess: 200 } as const;

/**
 * A call to delay. `source`: the caller's IP address, or the /64 prefix of an IPv6 address. `tries`: how many calls for
 * this account the source or its network has made within the last hour, including this one.
 */
type DelayedCall = { account: string; source: string; tries: number; milliseconds: number };
type Waiting = DelayedCall & { controller: AbortController };

type Delays = {
  /** Delays a call. Resolves to false if it must be refused, because too many calls are being delayed. */
  delay(call: DelayedCall): Promise<boolean>;
};

/**
 * Delays calls, and limits how many are delayed at once. At the limit, a new call is compared with the delayed call
 * that has the most tries. If the new call has fewer tries, it takes the place of the delayed call, which is then
 * refused; otherwise the new call is refused. So an attacker who has tried several times cannot keep out a student who
 * tries for the first time, even with many IP addresses of one network. A source may have only one delayed call for
 * each account.
 */
export function createDelays(pause: Pause): Delays {
  const waiting = new Set<Waiting>();

  function takePlace(call: DelayedCall): boolean {
    const sameAccount = [...waiting].filter(({ account }) => account === call.account);
    if (sameAccount.some(({ source }) => source === call.source)) return false;
    const isAccountFull = sameAccount.length >= delayedAtOnce.perAccount;
    if (!isAccountFull && waiting.size < delayedAtOnce.perProcess) return true;
    const rivals = isAccountFull ? sameAccount : [...waiting];
    const most = rivals.reduce((one, other) => (other.tries > one.tries ? other : one));
    if (most.tries <= call.tries) return false;
    most.controller.abort();
    waiting.delete(most);
    return true;
  }

  return {
    async delay(call) {
      if (!takePlace(call)) return false;
      const entry = { ...call, controller: new AbortController() };
      waiting.add(entry);
      try {
        await pause(call.milliseconds, entry.controller.signal);
        return true;
      } catch (error) {
        if (entry.controller.signal.aborted) return false;
        throw error;
      } finally {
        waiting.delete(entry);
      }
    },
  };
}
