import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { repeatJob } from '../../../server/composition/repeat-job.ts';
import { runDueJobs } from '../../../server/db/jobs/run-due-jobs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a background job runs after each interval, also after a failed run, until it is stopped', async () => {
  const failures: unknown[] = [];
  let runs = 0;
  const settle = async () => {
    runs += 1;
    if (runs === 2) throw new Error('no line');
  };
  const stop = repeatJob(settle, 1000, (error) => failures.push(error));
  await vi.advanceTimersByTimeAsync(3500);
  expect(runs).toBe(3);
  expect(failures).toHaveLength(1);
  await stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toBe(3);
});

it('a background job never runs twice at once, and stopping the job waits for the current run', async () => {
  let finish: () => void = () => {};
  let runs = 0;
  const settle = () => {
    runs += 1;
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  };
  const stop = repeatJob(settle, 1000, () => {});
  await vi.advanceTimersByTimeAsync(10_000);
  expect(runs).toBe(1);
  let isStopped = false;
  const stopping = stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(isStopped).toBe(false);
  finish();
  await stopping;
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toBe(1);
});

it('stopping a background job waits for the running tasks and starts none of the other due tasks', async () => {
  const due = Array.from({ length: 20 }, (_, number) => number);
  const called: number[] = [];
  let giveUp: () => void = () => {};
  const hang = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  const work = (signal: AbortSignal) =>
    runDueJobs({
      concurrency: 2,
      signal,
      claim: async () => due.shift(),
      run: async (job) => {
        called.push(job);
        await hang;
      },
    });
  const stop = repeatJob(work, 1000, () => {});
  await vi.advanceTimersByTimeAsync(1000);
  const stopping = stop();
  giveUp();
  await stopping;
  expect(called).toEqual([0, 1]);
});
