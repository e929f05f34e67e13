/**
 * Calls `run` repeatedly, each time `intervalMs` after the previous call has ended. A failure is passed to `onFailure`
 * and does not stop the job. Returns a function that stops the job and waits for the current call.
 */
export function repeatJob(
  run: () => Promise<unknown>,
  intervalMs: number,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let timer: NodeJS.Timeout;
  let isStopped = false;
  let current: Promise<unknown> = Promise.resolve();
  const schedule = () => {
    if (isStopped) return;
    timer = setTimeout(() => {
      current = run().catch(onFailure).finally(schedule);
    }, intervalMs);
    timer.unref();
  };
  schedule();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await current;
  };
}
