/** Moves the clock of this process by `offsetMs`, both for `Date.now()` and for `new Date()`. It goes on from there. */
export function shiftClock(offsetMs: number): void {
  const { now } = Date;
  Date.now = () => now() + offsetMs;
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [target.now()] : args, newTarget),
    apply: (target) => new target(target.now()).toString(),
  });
}
