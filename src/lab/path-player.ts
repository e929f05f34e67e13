import type { PathFile } from '../../contract/path-file.ts';
import { chartChanges, isOfAnotherChart } from '../../machines/paths/chart-changes.ts';
import type { Flow } from '../../machines/paths/flows.ts';
import { PathRun } from '../../machines/paths/path-run.ts';

/** `step`: how many steps are done. `difference`: why it does not go on, in words. `isOlder`: made for another chart; `changes`: since then. */
export type PlayerState = {
  file: PathFile;
  step: number;
  state: string;
  visited: readonly string[];
  isPlaying: boolean;
  difference: string | null;
  isOlder: boolean;
  changes: readonly string[];
};

/** Milliseconds between two steps. */
export const playSpeeds = { slow: 2000, normal: 800, fast: 150 } as const;
export type PlaySpeed = keyof typeof playSpeeds;

/** Plays a path on a copy of its machine, step by step or at a speed; the page's own machines hear nothing of it. */
export class PathPlayer {
  readonly #flow: Flow;
  readonly #listeners = new Set<() => void>();
  #run: PathRun;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #state: PlayerState;
  speed: PlaySpeed = 'normal';

  constructor(flow: Flow, file: PathFile) {
    this.#flow = flow;
    this.#run = new PathRun(flow, file.input);
    this.#state = this.#begin(file);
  }

  get state(): PlayerState {
    return this.#state;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get isAtEnd(): boolean {
    return this.#state.step >= this.#state.file.steps.length || this.#state.difference !== null;
  }

  /** Does the next step; resolves once the copy rests again. */
  async step(): Promise<void> {
    const { file, step, visited } = this.#state;
    const next = file.steps[step];
    if (!next || this.#state.difference) return;
    const run = this.#run;
    const wasHeard = run.hears(next.event.type);
    const refusal = await run.send(next.event).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    // Meanwhile it may have been put back to its beginning.
    if (run !== this.#run) return;
    const isRight = refusal === null && run.state === next.expect.state;
    const told = refusal ?? (wasHeard ? `the machine is in “${run.state}”` : 'the machine does not listen to it here');
    this.#tell({
      step: step + 1,
      state: run.state,
      visited: [...visited, run.state],
      difference: isRight ? null : `After “${next.event.type}” the path says “${next.expect.state}”: ${told}.`,
    });
    if (this.isAtEnd) this.pause();
  }

  play(): void {
    if (this.isAtEnd) this.restart();
    this.#tell({ isPlaying: true });
    this.#goOn();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#tell({ isPlaying: false });
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#run.stop();
    this.#run = new PathRun(this.#flow, this.#state.file.input);
    this.#tell(this.#begin(this.#state.file));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#run.stop();
  }

  #goOn(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      await this.step();
      if (this.#state.isPlaying) this.#goOn();
    }, playSpeeds[this.speed]);
  }

  #begin(file: PathFile): PlayerState {
    const { state } = this.#run;
    const isRight = state === file.start.state;
    const difference = isRight ? null : `The path begins at “${file.start.state}”: the machine is in “${state}”.`;
    const isOlder = isOfAnotherChart(this.#flow, file);
    const changes = isOlder ? chartChanges(this.#flow, file) : [];
    return { file, step: 0, state, visited: [state], isPlaying: false, difference, isOlder, changes };
  }

  #tell(changed: Partial<PlayerState>): void {
    this.#state = { ...this.#state, ...changed };
    for (const listener of this.#listeners) listener();
  }
}
