import type { AnyStateMachine } from 'xstate';
import { allTransitions, isForbidding, restingStates, transitionName } from '../../../machines/paths/chart.ts';
import type { PathWalk } from './walk-path.ts';

/**
 * What walks covered of a machine, and the names of what they missed. Transitions that only forbid an event are left out: for those
 * the page models check that the screen offers no control (`absent`).
 */
type WalkCoverage = {
  transitions: { taken: number; all: number; missed: string[] };
  states: { seen: number; all: number; missed: string[] };
};

/** Maps the name of each transition in the site's registry to its name in the diagram. */
function diagramNames(machine: AnyStateMachine): Map<string, string> {
  return new Map(
    allTransitions(machine)
      .filter((transition) => !isForbidding(transition))
      .map((transition) => {
        const { source, eventType } = transition;
        const alternatives = (eventType ? source.transitions.get(eventType) : source.always) ?? [];
        const number = alternatives.indexOf(transition) + 1;
        return [`${source.id} ${eventType || 'always'} ${number}`, transitionName(transition)];
      }),
  );
}

export function walkCoverage(machine: AnyStateMachine, walks: readonly PathWalk[]): WalkCoverage {
  const names = diagramNames(machine);
  const taken = new Set(walks.flatMap((walk) => walk.taken.flatMap((name) => names.get(name) ?? [])));
  const seen = new Set(walks.flatMap(({ steps }) => steps.map(({ actual }) => actual)));
  const transitions = [...new Set(names.values())];
  const states = restingStates(machine);
  return {
    transitions: { taken: taken.size, all: transitions.length, missed: transitions.filter((name) => !taken.has(name)) },
    states: {
      seen: states.filter((name) => seen.has(name)).length,
      all: states.length,
      missed: states.filter((name) => !seen.has(name)),
    },
  };
}
