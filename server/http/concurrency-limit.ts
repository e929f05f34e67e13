type ConcurrencyLimit = {
  /** Runs `work` as soon as a slot is free. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
  /** How many calls of `run` wait for a slot. */
  readonly waiting: number;
};

/**
 * Creates a limit on how many pieces of work run at the same time: at most `slots`. Further ones wait in order of
 * arrival.
 */
export function createConcurrencyLimit(slots: number): ConcurrencyLimit {
  let running = 0;
  const waiting: Array<() => void> = [];
  return {
    get waiting() {
      return waiting.length;
    },
    async run(work) {
      if (running >= slots) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await work();
      } finally {
        // The next waiting call takes over the slot of the finished one, so the number of running calls stays the same.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}

/** Creates a function that runs pieces of work with the same key one after the other, in order of arrival. */
export function createKeyedQueue(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const running = (async () => {
      await before?.catch(() => {});
      return work();
    })();
    last.set(key, running);
    try {
      return await running;
    } finally {
      if (last.get(key) === running) last.delete(key);
    }
  };
}
