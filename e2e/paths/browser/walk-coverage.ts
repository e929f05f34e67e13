import type { AnyStateMachine } from 'xstate';
import { allTransitions, isForbidding, restingStates, transitionName } from '../../../machines/paths/chart.ts';
import type { PathWalk } from './walk-path.ts';

/**
 * What walks took of a chart, by names of its diagram; `missed` is what they did not. Where the chart only forbids an event
 * there is nothing to take: the page models look whether the screen offers no control for it (`absent`).
 */
export type Coverage = {
  transitions: { taken: number; all: number; missed: string[] };
  states: { seen: number; all: number; missed: string[] };
};

/** The registry's name of each transition with the diagram's. */
function diagramNames(machine: AnyStateMachine): Map<string, string> {
  return new Map(
    allTransitions(machine)
      .filter((transition) => !isForbidding(transition))
      .map((transition) => {
        const { source, eventType } = transition;
        const alternatives = (eventType ? source.transitions.get(eventType) : source.always) ?? [];
        const place = alternatives.indexOf(transition) + 1;
        return [`${source.id} ${eventType || 'always'} ${place}`, transitionName(transition)];
      }),
  );
}

export function coverageOf(machine: AnyStateMachine, walks: readonly PathWalk[]): Coverage {
  const names = diagramNames(machine);
  const taken = new Set(walks.flatMap((walk) => walk.taken.flatMap((mark) => names.get(mark) ?? [])));
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
