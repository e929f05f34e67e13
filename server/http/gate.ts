export type Gate = {
  /** Runs work when its turn comes. */
  pass: <T>(work: () => Promise<T>) => Promise<T>;
  /** How many wait for their turn. */
  readonly waiting: number;
};

/** Lets `most` pieces of work run at once; the others wait in order. */
export function openGate(most: number): Gate {
  let running = 0;
  const waiting: Array<() => void> = [];
  return {
    get waiting() {
      return waiting.length;
    },
    async pass(work) {
      if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await work();
      } finally {
        // Whoever waits takes the place over.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
