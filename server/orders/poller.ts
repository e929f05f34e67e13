/**
 * Runs `settle` again and again, `everyMs` after the last run ended; answers what stops it and waits for the run at work.
 * A run that fails is told to `onFailure` and does not end the poller.
 */
export function startPoller(
  settle: () => Promise<unknown>,
  everyMs: number,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let timer: NodeJS.Timeout;
  let isStopped = false;
  let working: Promise<unknown> = Promise.resolve();
  const schedule = () => {
    if (isStopped) return;
    timer = setTimeout(() => {
      working = settle().catch(onFailure).finally(schedule);
    }, everyMs);
    timer.unref();
  };
  schedule();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await working;
  };
}
