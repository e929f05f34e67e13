/** The result of running jobs: how many were attempted, and the errors of those that failed. */
export type JobRun = { attempted: number; failures: unknown[] };

/**
 * Background jobs that are due. `claim` reserves one of them for this worker, and returns undefined if none is due.
 * When `signal` is aborted, no further job is claimed.
 */
type DueJobs<Job> = {
  concurrency: number;
  signal?: AbortSignal | undefined;
  claim: () => Promise<Job | undefined>;
  run: (job: Job) => Promise<unknown>;
};

/**
 * Runs all due jobs with `concurrency` workers, each of which runs one job at a time. A failed job stops no worker. If
 * `claim` fails, only the worker that called it stops.
 */
export async function runDueJobs<Job>({ concurrency, signal, claim, run }: DueJobs<Job>): Promise<JobRun> {
  const failures: unknown[] = [];
  let attempted = 0;
  const record = (error: unknown) => void failures.push(error);
  const worker = async () => {
    while (!signal?.aborted) {
      const job = await claim();
      if (job === undefined) return;
      attempted += 1;
      await run(job).catch(record);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, () => worker().catch(record)));
  return { attempted, failures };
}
