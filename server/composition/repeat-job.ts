/**
 * Calls `run` repeatedly, each time `intervalMs` after the previous call has ended. A failure is passed to `onFailure`
 * and does not stop the job. Returns a function that stops the job: it aborts the signal that `run` got, so that a
 * running call can end early, and waits for this call.
 */
export function repeatJob(
  run: (signal: AbortSignal) => Promise<unknown>,
  intervalMs: number,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let timer: NodeJS.Timeout;
  const stopping = new AbortController();
  let current: Promise<unknown> = Promise.resolve();
  const schedule = () => {
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      current = run(stopping.signal).catch(onFailure).finally(schedule);
    }, intervalMs);
    timer.unref();
  };
  schedule();
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await current;
  };
}
