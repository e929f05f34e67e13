import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSavingRelease } from '../../../server/composition/jobs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minutes = (count: number) => count * 60_000;

/**
 * Starts the job that saves the files of a release. `results`: how its first saves end, in order. Later saves succeed.
 */
function startSaving(...results: Promise<void>[]) {
  const failures: unknown[] = [];
  let calls = 0;
  const save = async () => {
    calls += 1;
    await results[calls - 1];
  };
  const { saved, stop } = startSavingRelease(save, (error) => failures.push(error));
  let isSaved = false;
  void saved.then(() => {
    isSaved = true;
  });
  return { stop, failures, calls: () => calls, mayListen: () => isSaved };
}

it('a starting server waits until the files of its release are saved before it listens for requests', async () => {
  let finish: () => void = () => {};
  const saving = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const release = startSaving(saving);
  await vi.advanceTimersByTimeAsync(5000);
  expect(release.mayListen()).toBe(false);
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(release.mayListen()).toBe(true);
  await release.stop();
});

it('a file store that does not respond delays the start of the server by ten seconds', async () => {
  const release = startSaving(new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(9_999);
  expect(release.mayListen()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(release.mayListen()).toBe(true);
  // No second save begins while the first one hangs.
  await vi.advanceTimersByTimeAsync(minutes(10));
  expect(release.calls()).toBe(1);
});

it('the server saves the files of its release again one minute after a failure and one hour after a success', async () => {
  const release = startSaving(Promise.reject(new Error('the store is full')));
  await vi.advanceTimersByTimeAsync(0);
  expect([release.mayListen(), release.failures.length]).toEqual([true, 1]);
  await vi.advanceTimersByTimeAsync(minutes(1));
  expect(release.calls()).toBe(2);
  await vi.advanceTimersByTimeAsync(minutes(59));
  expect(release.calls()).toBe(2);
  await vi.advanceTimersByTimeAsync(minutes(2));
  expect(release.calls()).toBe(3);
  await release.stop();
  await vi.advanceTimersByTimeAsync(minutes(120));
  expect([release.calls(), release.failures.length]).toEqual([3, 1]);
});
