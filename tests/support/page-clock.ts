/** When the clock of page tests starts. Their data has batches from December 2026 on. */
const start = Date.parse('2026-11-26T06:00:00Z');

/**
 * Moves the clock of the page tests in this process to `start`, from where it goes on. Otherwise a test would fail once
 * the dates of its data have passed.
 */
export function startPageClock(): void {
  const before = Date.now();
  if (before >= start && before < start + 3_600_000) return;
  const RealDate = Date;
  const now = () => RealDate.now() - before + start;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
