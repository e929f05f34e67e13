/** Lets the promises of a running actor settle, also under fake timers that leave `setImmediate` alone. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
