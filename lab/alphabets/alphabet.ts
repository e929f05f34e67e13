import type { PathEvent, PathValue } from '../path-file.ts';

/**
 * Sample data from which the lab makes paths (sequences of events) through a state machine. Failed actors and elapsed
 * delays need no samples, because the lab finds them in the machine itself.
 */
export type Alphabet = {
  /** The inputs with which the machine may start. */
  inputs: PathValue[];
  /** Events that people and the page send. */
  events: PathEvent[];
  /** For each actor (by its id), the outputs that it may return, each with a name. */
  outcomes: Record<string, Record<string, unknown>>;
  /**
   * Whether the screens of the site can cause this event in the state `from`. `before`: the event that led to the
   * state; null at the start. `context`: the machine's XState context. Without this function, every event that the
   * machine handles counts as possible.
   */
  canCause?(from: string, event: PathEvent, before: PathEvent | null, context: Record<string, unknown>): boolean;
};
