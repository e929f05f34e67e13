import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { PathFile, PathStep } from '../../contract/path-file.ts';
import { allTransitions, eventName, guardName, nodeName, statesOf, transitionsFrom } from './chart.ts';
import { chartHash } from './chart-hash.ts';
import { fixtures, fixturesIn } from './fixtures.ts';
import type { Flow } from './flows.ts';
import { fixturesOf } from './path-events.ts';

const quoted = (names: Iterable<string>) => [...names].map((name) => `“${name}”`).join(' or ');

/** The states in which the machine may stay after it enters the node. */
function restingStatesFrom(node: AnyStateNode, seen = new Set<AnyStateNode>()): string[] {
  if (seen.has(node)) return [];
  seen.add(node);
  if (node.type === 'compound') return node.initial.target.flatMap((inner) => restingStatesFrom(inner, seen));
  const eventless = node.always ?? [];
  const canStay = eventless.every((transition) => guardName(transition) !== '');
  const further = eventless.flatMap(({ target }) => target ?? []).flatMap((next) => restingStatesFrom(next, seen));
  return [...(canStay ? [nodeName(node)] : []), ...further];
}

/** States to which the chart allows an event to lead. The current state is one if no transition handles it or all are guarded. */
function possibleTargets(node: AnyStateNode, type: string): Set<string> {
  const found = new Set<string>();
  for (let each: AnyStateNode | undefined = node; each; each = each.parent) {
    const handlers = transitionsFrom(each).filter(({ eventType }) => eventName(eventType) === type);
    for (const { target } of handlers) {
      for (const next of target ? target.flatMap((one) => restingStatesFrom(one)) : [nodeName(node)]) found.add(next);
    }
    if (handlers.some((transition) => guardName(transition) === '')) return found;
  }
  return found.add(nodeName(node));
}

function missingNames(machine: AnyStateMachine, path: PathFile): string[] {
  const states = new Set(statesOf(machine.root).map(nodeName));
  const events = new Set(allTransitions(machine).map(({ eventType }) => eventName(eventType)));
  const used = [path.start, ...path.steps.map(({ expect }) => expect)].map(({ state }) => state);
  const sent = path.steps.map(({ event }) => event.type);
  return [
    ...[...new Set(used)]
      .filter((state) => !states.has(state))
      .map((state) => `The state “${state}” no longer exists.`),
    ...[...new Set(sent)].filter((type) => !events.has(type)).map((type) => `The event “${type}” no longer exists.`),
  ];
}

function unknownValues({ alphabet }: Flow, path: PathFile): string[] {
  const needed = new Set([
    ...fixturesIn(path.input),
    ...fixturesOf(
      null,
      path.steps.map(({ event }) => event),
    ),
  ]);
  const unknownFixtures = [...needed].filter((name) => !Object.hasOwn(fixtures, name));
  const outcomes = path.steps.flatMap(({ event: { type, outcome } }) => {
    const actor = type.replace(/ done$/, '');
    const isKnown = outcome === undefined || Object.hasOwn(alphabet.outcomes[actor] ?? {}, outcome);
    return isKnown ? [] : [`The outcome “${outcome}” of “${actor}” no longer exists.`];
  });
  return [...unknownFixtures.map((name) => `There is no fixture “${name}”.`), ...new Set(outcomes)];
}

function changedTarget(machine: AnyStateMachine, from: string, { event, expect }: PathStep): string[] {
  const node = statesOf(machine.root).find((each) => nodeName(each) === from);
  const events = allTransitions(machine).map(({ eventType }) => eventName(eventType));
  if (!node || !events.includes(event.type)) return [];
  const found = possibleTargets(node, event.type);
  if (found.has(expect.state)) return [];
  return [`From “${from}”, “${event.type}” now leads to ${quoted(found)}, no longer to “${expect.state}”.`];
}

/**
 * Sentences that say how the chart has changed since the path was made: states, events, outcomes and fixtures that no longer
 * exist, and transitions that lead to another state. Changes that do not concern the path are left out.
 */
export function chartChanges(flow: Flow, path: PathFile): string[] {
  const { machine } = flow;
  const changedTargets = path.steps.flatMap((step, index) =>
    changedTarget(machine, path.steps[index - 1]?.expect.state ?? path.start.state, step),
  );
  return [...new Set([...missingNames(machine, path), ...unknownValues(flow, path), ...changedTargets])];
}

/** Whether the structure of the machine has changed since the path was made. */
export function isForOlderChart({ machine }: Flow, path: PathFile): boolean {
  return chartHash(machine) !== path.chart;
}
