/** The outcome of one request in a batch of requests. */
export type Outcome<Result> = { result: Result } | { error: unknown };

export type BatchQueueOptions<Request, Result> = {
  /**
   * Maximum number of batches that run at once. While one batch is running, another starts only after `maxWaitMs`,
   * because one large batch costs less than several small ones.
   */
  concurrency: number;
  /**
   * How many milliseconds to wait for the running batch before another batch is started beside it. The default of 100
   * is longer than a batch usually takes.
   */
  maxWaitMs?: number;
  /** Maximum number of requests in a batch. */
  maxBatchSize: number;
  /**
   * Returns the key of a request. Requests with the same key never run at the same time, neither in the same batch nor
   * in two batches that run at once. By default, requests have no keys.
   */
  keyOf?: (request: Request) => string;
  /**
   * Runs one batch and returns the outcomes in the order of its requests. If this function throws, each request is run
   * again in a batch of its own.
   */
  run: (requests: readonly Request[]) => Promise<ReadonlyArray<Outcome<Result>>>;
};

type Entry<Request, Result> = {
  request: Request;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * Runs requests in batches. The requests that arrive while a batch is running form the next batch, so that many
 * requests share the round trips, locks and commit of one transaction. A request that finds the queue idle runs at
 * once.
 */
export class BatchQueue<Request, Result> {
  readonly #options: BatchQueueOptions<Request, Result>;
  readonly #busyKeys = new Set<string>();
  #waiting: Entry<Request, Result>[] = [];
  #running = 0;
  #isStartScheduled = false;
  #waitTimer: NodeJS.Timeout | undefined;

  constructor(options: BatchQueueOptions<Request, Result>) {
    this.#options = options;
  }

  /** How many requests are waiting to run in a batch. */
  get length(): number {
    return this.#waiting.length;
  }

  /** Adds a request to the queue. Resolves with its result, or rejects with its error. */
  add(request: Request): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      if (this.#isStartScheduled) return;
      this.#isStartScheduled = true;
      // setImmediate runs after all I/O events of this turn of the event loop, so that requests that arrive together
      // share a batch.
      setImmediate(() => {
        this.#isStartScheduled = false;
        this.#startBatches();
      });
    });
  }

  #startBatches(hasWaited = false): void {
    while (this.#running < (hasWaited ? this.#options.concurrency : 1)) {
      const batch = this.#takeBatch();
      if (batch.length === 0) break;
      this.#running++;
      void this.#runBatch(batch);
    }
    if (this.#waiting.length > 0) this.#startWaitTimer();
  }

  #startWaitTimer(): void {
    if (this.#waitTimer || this.#options.concurrency === 1) return;
    this.#waitTimer = setTimeout(() => {
      this.#waitTimer = undefined;
      this.#startBatches(true);
    }, this.#options.maxWaitMs ?? 100);
  }

  #takeBatch(): Entry<Request, Result>[] {
    const { maxBatchSize, keyOf } = this.#options;
    const batch: Entry<Request, Result>[] = [];
    this.#waiting = this.#waiting.filter((entry) => {
      const key = keyOf?.(entry.request);
      if (batch.length >= maxBatchSize || (key !== undefined && this.#busyKeys.has(key))) return true;
      if (key !== undefined) this.#busyKeys.add(key);
      batch.push(entry);
      return false;
    });
    return batch;
  }

  async #runBatch(batch: Entry<Request, Result>[]): Promise<void> {
    await this.#settleBatch(batch);
    const { keyOf } = this.#options;
    if (keyOf) for (const { request } of batch) this.#busyKeys.delete(keyOf(request));
    clearTimeout(this.#waitTimer);
    this.#waitTimer = undefined;
    this.#running--;
    this.#startBatches();
  }

  async #settleBatch(batch: Entry<Request, Result>[]): Promise<void> {
    try {
      const outcomes = await this.#options.run(batch.map(({ request }) => request));
      for (const [index, entry] of batch.entries()) settle(entry, outcomes[index]);
    } catch (error) {
      if (batch.length === 1) for (const { reject } of batch) reject(error);
      else for (const entry of batch) await this.#settleBatch([entry]);
    }
  }
}

/**
 * Makes a read that concurrent callers share: the keys that are asked for at the same time are read by one statement.
 * `read` returns the results in the order of the keys.
 */
export function shareReads<Key, Result>(
  read: (keys: readonly Key[]) => Promise<readonly Result[]>,
): (key: Key) => Promise<Result> {
  const queue = new BatchQueue<Key, Result>({
    concurrency: 4,
    maxBatchSize: 100,
    run: async (keys) => (await read(keys)).map((result) => ({ result })),
  });
  return (key) => queue.add(key);
}

function settle<Request, Result>(
  { resolve, reject }: Entry<Request, Result>,
  outcome: Outcome<Result> | undefined,
): void {
  if (!outcome) reject(new Error('a batch returned no outcome for a request'));
  else if ('error' in outcome) reject(outcome.error);
  else resolve(outcome.result);
}
