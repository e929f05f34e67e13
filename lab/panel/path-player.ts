import { Listeners } from '../../src/lib/listeners.ts';
import { type Flow, findFlow, flows } from '../flows.ts';
import { type PathFile, readPathFile } from '../path-file.ts';
import { PathRun } from '../paths/path-run.ts';
import { isForOlderChart, takeStep } from '../paths/replay-path.ts';

/** The state of a `PathPlayer`. */
type PlayerState = {
  file: PathFile;
  /** The number of steps that were played. */
  step: number;
  state: string;
  visited: readonly string[];
  isPlaying: boolean;
  /** The first difference between the state machine and the path, at which the playback ends; null if there is none. */
  difference: string | null;
  /** Whether the path was made for another version of the state machine. */
  isOlder: boolean;
};

/** For each playback speed, the milliseconds between two steps of the path. */
export const playSpeeds = { slow: 2000, normal: 800, fast: 150 } as const;
export type PlaySpeed = keyof typeof playSpeeds;

/**
 * Plays a path on a copy of its state machine, step by step or automatically. The state machines of the page are not
 * affected.
 */
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

  /** Plays the next step. Resolves when the state machine has handled it completely. */
  async step(): Promise<void> {
    const { file, step, visited } = this.#state;
    const next = file.steps[step];
    if (!next || this.#state.difference) return;
    const run = this.#run;
    const why = await takeStep(run, next);
    // Ignore the result of this step if the tester has restarted the path in the meantime.
    if (run !== this.#run) return;
    const difference = why && `After “${next.event.type}” the path says “${next.expect.state}”: the machine ${why}.`;
    this.#update({ step: step + 1, state: run.state, visited: [...visited, run.state], difference });
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
    this.stop();
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
    return { file, step: 0, state, visited: [state], isPlaying: false, difference, isOlder };
  }

  #update(changed: Partial<PlayerState>): void {
    this.#state = { ...this.#state, ...changed };
    this.#listeners.notify();
  }
}

/** A player at the start of a path, or the error message that says why the path cannot be played. */
type OpenedPath = { player: PathPlayer; error: null } | { player: null; error: string };

/** Creates a player that plays a path on a copy of its state machine. */
export function openPath(file: PathFile): OpenedPath {
  const flow = findFlow(file.machine);
  if (!flow) {
    const known = flows.map(({ machine }) => machine.id).join(', ');
    return { player: null, error: `The machine “${file.machine}” no longer exists. Known machines: ${known}.` };
  }
  try {
    return { player: new PathPlayer(flow, file), error: null };
  } catch (error) {
    return { player: null, error: `The path cannot start: ${error instanceof Error ? error.message : error}.` };
  }
}

/**
 * Creates a player for the path in the text of a path file. If the file is invalid, the error message says what is
 * wrong and where.
 */
export function openPathText(text: string): OpenedPath {
  const { file, trouble } = readPathFile(text);
  return file ? openPath(file) : { player: null, error: `This is not a valid path file: ${trouble}.` };
}
