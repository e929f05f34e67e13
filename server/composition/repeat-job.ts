/**
 * Calls `run` repeatedly, each time `intervalMs` after the previous call has ended. A failure is passed to `onFailure`
 * and does not stop the job. Returns a function that stops the job and waits for the current call. To let this call end
 * early, the returned function first aborts the signal that was passed to `run`.
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
