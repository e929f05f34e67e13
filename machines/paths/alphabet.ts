import type { PathEvent, PathValue } from '../../contract/path-file.ts';

/**
 * What may happen to a machine, as path files write it. `inputs`: where it begins. `events`: what people and the page tell it.
 * `outcomes`: what each of its actors may answer, by the actor's id and a name; that it fails and that a delay passes is known
 * from the chart.
 */
export type Alphabet = {
  inputs: PathValue[];
  events: PathEvent[];
  outcomes: Record<string, Record<string, unknown>>;
};
