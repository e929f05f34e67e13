import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { PathFile, PathStep } from '../../contract/path-file.ts';
import { allTransitions, eventName, guardName, nodeName, statesOf, transitionsFrom } from './chart.ts';
import { chartMark } from './chart-mark.ts';
import { fixtures, fixturesIn } from './fixtures.ts';
import type { Flow } from './flows.ts';
import { fixturesOf } from './path-events.ts';

const quoted = (names: Iterable<string>) => [...names].map((name) => `“${name}”`).join(' or ');

/** The states where the machine may rest once it is sent to one. */
function restsAt(node: AnyStateNode, seen = new Set<AnyStateNode>()): string[] {
  if (seen.has(node)) return [];
  seen.add(node);
  if (node.type === 'compound') return node.initial.target.flatMap((inner) => restsAt(inner, seen));
  const passing = node.always ?? [];
  const stays = passing.every((transition) => guardName(transition) !== '');
  const further = passing.flatMap(({ target }) => target ?? []).flatMap((next) => restsAt(next, seen));
  return [...(stays ? [nodeName(node)] : []), ...further];
}

/** Where an event may lead from a state, by the chart alone: the state itself where it is not heard or a guard refuses. */
function leadsTo(node: AnyStateNode, type: string): Set<string> {
  const found = new Set<string>();
  for (let each: AnyStateNode | undefined = node; each; each = each.parent) {
    const heard = transitionsFrom(each).filter(({ eventType }) => eventName(eventType) === type);
    for (const { target } of heard) {
      for (const next of target ? target.flatMap((one) => restsAt(one)) : [nodeName(node)]) found.add(next);
    }
    if (heard.some((transition) => guardName(transition) === '')) return found;
  }
  return found.add(nodeName(node));
}

function vanished(machine: AnyStateMachine, path: PathFile): string[] {
  const states = new Set(statesOf(machine.root).map(nodeName));
  const events = new Set(allTransitions(machine).map(({ eventType }) => eventName(eventType)));
  const used = [path.start, ...path.steps.map(({ expect }) => expect)].map(({ state }) => state);
  const sent = path.steps.map(({ event }) => event.type);
  return [
    ...[...new Set(used)].filter((state) => !states.has(state)).map((state) => `The state “${state}” is no more.`),
    ...[...new Set(sent)].filter((type) => !events.has(type)).map((type) => `The event “${type}” is no more.`),
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
  const lacking = [...needed].filter((name) => !Object.hasOwn(fixtures, name));
  const outcomes = path.steps.flatMap(({ event: { type, outcome } }) => {
    const actor = type.replace(/ done$/, '');
    const isKnown = outcome === undefined || Object.hasOwn(alphabet.outcomes[actor] ?? {}, outcome);
    return isKnown ? [] : [`The outcome “${outcome}” of “${actor}” is no more.`];
  });
  return [...lacking.map((name) => `There is no fixture “${name}”.`), ...new Set(outcomes)];
}

function movedStep(machine: AnyStateMachine, from: string, { event, expect }: PathStep): string[] {
  const node = statesOf(machine.root).find((each) => nodeName(each) === from);
  const events = allTransitions(machine).map(({ eventType }) => eventName(eventType));
  if (!node || !events.includes(event.type)) return [];
  const found = leadsTo(node, event.type);
  if (found.has(expect.state)) return [];
  return [`From “${from}”, “${event.type}” now leads to ${quoted(found)}, no longer to “${expect.state}”.`];
}

/**
 * What of the chart is no longer as the path knows it, each told once: states, events, outcomes and fixtures that are gone,
 * and transitions that lead elsewhere. Empty where the path fits the chart.
 */
export function chartChanges(flow: Flow, path: PathFile): string[] {
  const { machine } = flow;
  const moved = path.steps.flatMap((step, at) =>
    movedStep(machine, path.steps[at - 1]?.expect.state ?? path.start.state, step),
  );
  return [...new Set([...vanished(machine, path), ...unknownValues(flow, path), ...moved])];
}

/** Whether the path was made for another structure than the machine has now. */
export function isOfAnotherChart({ machine }: Flow, path: PathFile): boolean {
  return chartMark(machine) !== path.chart;
}
