import type { PathFile } from '../../contract/path-file.ts';
import { chartChanges, isForOlderChart } from '../../machines/paths/chart-changes.ts';
import type { Flow } from '../../machines/paths/flows.ts';
import { PathRun } from '../../machines/paths/path-run.ts';
import { Listeners } from '../lib/listeners.ts';

/**
 * `step`: number of completed steps; `difference`: how the machine differed from the path, which ends the run; `isOlder`: whether
 * the path was made for another version of the machine; `changes`: what has changed since.
 */
type PlayerState = {
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

/** Plays a path on a copy of its machine, step by step or automatically. The page's own machines are not affected. */
export class PathPlayer {
  readonly #flow: Flow;
  readonly #listeners = new Listeners();
  #run: PathRun;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #state: PlayerState;
  speed: PlaySpeed = 'normal';

  constructor(flow: Flow, file: PathFile) {
    this.#flow = flow;
    this.#run = new PathRun(flow, file.input);
    this.#state = this.#initialState(file);
  }

  get state(): PlayerState {
    return this.#state;
  }

  readonly subscribe = this.#listeners.subscribe;

  get isAtEnd(): boolean {
    return this.#state.step >= this.#state.file.steps.length || this.#state.difference !== null;
  }

  /** Runs the next step. Resolves when the machine has settled. */
  async step(): Promise<void> {
    const { file, step, visited } = this.#state;
    const next = file.steps[step];
    if (!next || this.#state.difference) return;
    const run = this.#run;
    const isHandled = run.handles(next.event.type);
    const refusal = await run.send(next.event).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    // The path may have been restarted in the meantime.
    if (run !== this.#run) return;
    const isRight = refusal === null && run.state === next.expect.state;
    const result =
      refusal ?? (isHandled ? `the machine is in “${run.state}”` : 'the machine does not handle this event here');
    this.#update({
      step: step + 1,
      state: run.state,
      visited: [...visited, run.state],
      difference: isRight ? null : `After “${next.event.type}” the path says “${next.expect.state}”: ${result}.`,
    });
    if (this.isAtEnd) this.pause();
  }

  play(): void {
    if (this.isAtEnd) this.restart();
    this.#update({ isPlaying: true });
    this.#scheduleStep();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#update({ isPlaying: false });
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#run.stop();
    this.#run = new PathRun(this.#flow, this.#state.file.input);
    this.#update(this.#initialState(this.#state.file));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#run.stop();
  }

  #scheduleStep(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      await this.step();
      if (this.#state.isPlaying) this.#scheduleStep();
    }, playSpeeds[this.speed]);
  }

  #initialState(file: PathFile): PlayerState {
    const { state } = this.#run;
    const isRight = state === file.start.state;
    const difference = isRight ? null : `The path starts at “${file.start.state}”: the machine is in “${state}”.`;
    const isOlder = isForOlderChart(this.#flow, file);
    const changes = isOlder ? chartChanges(this.#flow, file) : [];
    return { file, step: 0, state, visited: [state], isPlaying: false, difference, isOlder, changes };
  }

  #update(changed: Partial<PlayerState>): void {
    this.#state = { ...this.#state, ...changed };
    this.#listeners.notify();
  }
}
