/** What a run gives back for one ask. */
export type Outcome<Answer> = { answer: Answer } | { error: unknown };

export type JoinerOptions<Ask, Answer> = {
  /** Runs at once, at most. A second one begins only when an ask has waited for `patienceMs`: fuller sets cost less. */
  lanes: number;
  /** Milliseconds. Default 100: far more than a run takes that waits for nobody. */
  patienceMs?: number;
  /** Asks of one run at most. */
  atMost: number;
  /** Asks of one key are never in one run, nor in two at once. Default: none have one. */
  keyOf?: (ask: Ask) => string;
  /** Outcomes in the order of the asks. What it throws fails them all: each is then run by itself. */
  run: (asks: readonly Ask[]) => Promise<ReadonlyArray<Outcome<Answer>>>;
};

type Waiting<Ask, Answer> = { ask: Ask; resolve: (answer: Answer) => void; reject: (error: unknown) => void };

/**
 * Joins what waits: asks that arrive while the lanes are busy are run together, so that many share the round trips, the
 * locks and the commit of one run. An ask that meets a free lane is run at once.
 */
export class Joiner<Ask, Answer> {
  readonly #options: JoinerOptions<Ask, Answer>;
  readonly #busyKeys = new Set<string>();
  #waiting: Waiting<Ask, Answer>[] = [];
  #running = 0;
  #isLooking = false;
  #stall: NodeJS.Timeout | undefined;

  constructor(options: JoinerOptions<Ask, Answer>) {
    this.#options = options;
  }

  ask(ask: Ask): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ask, resolve, reject });
      if (this.#isLooking) return;
      this.#isLooking = true;
      // After what else has arrived: requests that the network brings together begin together.
      setImmediate(() => {
        this.#isLooking = false;
        this.#fillLanes();
      });
    });
  }

  #fillLanes(isStalled = false): void {
    while (this.#running < (isStalled ? this.#options.lanes : 1)) {
      const set = this.#takeSet();
      if (set.length === 0) break;
      this.#running++;
      void this.#runLane(set);
    }
    if (this.#waiting.length > 0) this.#watchStall();
  }

  #watchStall(): void {
    if (this.#stall || this.#options.lanes === 1) return;
    this.#stall = setTimeout(() => {
      this.#stall = undefined;
      this.#fillLanes(true);
    }, this.#options.patienceMs ?? 100);
  }

  #takeSet(): Waiting<Ask, Answer>[] {
    const { atMost, keyOf } = this.#options;
    const set: Waiting<Ask, Answer>[] = [];
    this.#waiting = this.#waiting.filter((waiting) => {
      const key = keyOf?.(waiting.ask);
      if (set.length >= atMost || (key !== undefined && this.#busyKeys.has(key))) return true;
      if (key !== undefined) this.#busyKeys.add(key);
      set.push(waiting);
      return false;
    });
    return set;
  }

  async #runLane(set: Waiting<Ask, Answer>[]): Promise<void> {
    await this.#runSet(set);
    const { keyOf } = this.#options;
    if (keyOf) for (const { ask } of set) this.#busyKeys.delete(keyOf(ask));
    clearTimeout(this.#stall);
    this.#stall = undefined;
    this.#running--;
    this.#fillLanes();
  }

  async #runSet(set: Waiting<Ask, Answer>[]): Promise<void> {
    try {
      const outcomes = await this.#options.run(set.map(({ ask }) => ask));
      for (const [place, waiting] of set.entries()) settle(waiting, outcomes[place]);
    } catch (error) {
      if (set.length === 1) for (const { reject } of set) reject(error);
      else for (const waiting of set) await this.#runSet([waiting]);
    }
  }
}

function settle<Ask, Answer>({ resolve, reject }: Waiting<Ask, Answer>, outcome: Outcome<Answer> | undefined): void {
  if (!outcome) reject(new Error('a run gave no outcome for an ask'));
  else if ('error' in outcome) reject(outcome.error);
  else resolve(outcome.answer);
}
