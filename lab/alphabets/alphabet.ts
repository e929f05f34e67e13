import type { PathEvent, PathValue } from '../path-file.ts';

/**
 * The samples from which paths through a machine are made, in the notation of path files. `inputs`: the inputs with which it
 * may start. `events`: events that people and the page send. `outcomes`: outputs of each actor, by the actor's id and the
 * outcome's name. Failures of actors and delays need no samples, because the machine itself lists them.
 */
export type Alphabet = {
  inputs: PathValue[];
  events: PathEvent[];
  outcomes: Record<string, Record<string, unknown>>;
  /**
   * Whether the site's screens can cause an event that the machine handles in the state `from`, right after the event
   * `before` (null at the start). `context`: what the machine remembers. Without this function they can cause every such event. Generated paths contain only
   * events that the screens can cause.
   */
  canCause?(from: string, event: PathEvent, before: PathEvent | null, context: Record<string, unknown>): boolean;
};
