import type { AnyStateMachine } from 'xstate';
import { allTransitions, isForbidding, restingStates, transitionName } from '../../lab/chart/chart.ts';
import type { PathWalk } from './walk-path.ts';

/**
 * How many transitions and states of a machine the walks have visited, how many it has (`all`), and the names of the
 * missed ones. Transitions that only forbid an event are not counted: for them, the page models check that no control
 * on the screen could send the event (`absent`).
 */
type WalkCoverage = {
  transitions: { taken: number; all: number; missed: string[] };
  states: { seen: number; all: number; missed: string[] };
};

export function walkCoverage(machine: AnyStateMachine, walks: readonly PathWalk[]): WalkCoverage {
  const transitions = allTransitions(machine)
    .filter((transition) => !isForbidding(transition))
    .map(transitionName);
  const taken = new Set(walks.flatMap((walk) => walk.taken));
  const missed = transitions.filter((name) => !taken.has(name));
  const seen = new Set(walks.flatMap(({ steps }) => steps.map(({ actual }) => actual)));
  const states = restingStates(machine);
  return {
    transitions: { taken: transitions.length - missed.length, all: transitions.length, missed },
    states: {
      seen: states.filter((name) => seen.has(name)).length,
      all: states.length,
      missed: states.filter((name) => !seen.has(name)),
    },
  };
}
