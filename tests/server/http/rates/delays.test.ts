import { describe, expect, it } from 'vitest';
import { createDelays, delayedAtOnce, realPause } from '../../../../server/http/rates/delays.ts';

/** Creates delays that end when `finish` is called. */
function controlledDelays() {
  const running = new Set<() => void>();
  const delays = createDelays(
    (_milliseconds, signal) =>
      new Promise<void>((resolve, reject) => {
        running.add(resolve);
        signal.addEventListener('abort', () => {
          running.delete(resolve);
          reject(signal.reason);
        });
      }),
  );
  const delay = (account: string, source: string, tries = 1) =>
    delays.delay({ account, source, tries, milliseconds: 1000 });
  const finish = () => {
    for (const resolve of running) resolve();
  };
  return { delay, running, finish };
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('delayed calls', () => {
  it('a third sign-in call for an account is refused while two calls from IP addresses with equally many tries are delayed', async () => {
    const { delay, running, finish } = controlledDelays();
    const waiting = range(delayedAtOnce.perAccount).map((source) => delay('asha', `10.0.0.${source}`));
    expect(await delay('asha', '10.0.1.1')).toBe(false);
    expect(running.size).toBe(2);
    finish();
    expect(await Promise.all(waiting)).toEqual([true, true]);
    const next = delay('asha', '10.0.1.1');
    finish();
    expect(await next).toBe(true);
  });

  it('one IP address can have only one delayed sign-in call for an account at a time', async () => {
    const { delay, finish } = controlledDelays();
    const first = delay('asha', '10.0.0.1');
    expect(await delay('asha', '10.0.0.1')).toBe(false);
    const others = [delay('asha', '10.0.0.2'), delay('dev', '10.0.0.1')];
    finish();
    expect(await Promise.all([first, ...others])).toEqual([true, true, true]);
  });

  it('when two sign-in calls for an account are delayed, a first try from another IP address replaces the call with the most tries', async () => {
    const { delay, running, finish } = controlledDelays();
    const guesses = range(2).map((source) => delay('asha', `10.0.0.${source}`, 4 + source));
    const student = delay('asha', '10.0.1.1', 1);
    expect(running.size).toBe(2);
    finish();
    expect(await student).toBe(true);
    expect(await Promise.all(guesses)).toEqual([true, false]);
  });

  it('at most 200 sign-in calls are delayed at once in one server process', async () => {
    const { delay, running, finish } = controlledDelays();
    const waiting = range(500).map((student) => delay(`student-${student}`, '10.0.0.1'));
    expect(running.size).toBe(delayedAtOnce.perProcess);
    finish();
    expect((await Promise.all(waiting)).filter(Boolean)).toHaveLength(200);
  });

  it('when 200 sign-in calls are delayed, a call with fewer tries replaces the call with the most tries, even that of another account', async () => {
    const { delay, running, finish } = controlledDelays();
    const waiting = range(delayedAtOnce.perProcess).map((student) =>
      delay(`student-${student}`, '10.0.0.1', 2 + (student % 9)),
    );
    const next = delay('asha', '10.0.1.1', 1);
    expect(running.size).toBe(delayedAtOnce.perProcess);
    finish();
    expect(await next).toBe(true);
    const refused = (await Promise.all(waiting)).flatMap((isDone, student) => (isDone ? [] : [2 + (student % 9)]));
    expect(refused).toEqual([10]);
  });

  it('if the delay of a sign-in call throws an error, the call fails and does not block the next delayed call', async () => {
    let isBroken = true;
    const delays = createDelays(async () => {
      if (isBroken) throw new Error('no timer');
    });
    const call = { account: 'asha', source: '10.0.0.1', tries: 1, milliseconds: 1000 };
    await expect(delays.delay(call)).rejects.toThrow('no timer');
    isBroken = false;
    expect(await delays.delay(call)).toBe(true);
  });

  it('a delayed sign-in call is refused at once when a call from an IP address with fewer tries replaces it', async () => {
    const delays = createDelays(realPause);
    const guesses = range(2).map((source) =>
      delays.delay({ account: 'asha', source: `10.0.0.${source}`, tries: 9, milliseconds: 3_600_000 }),
    );
    void delays.delay({ account: 'asha', source: '10.0.1.1', tries: 1, milliseconds: 3_600_000 });
    expect(await Promise.race(guesses)).toBe(false);
  });
});
