import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition, StateValue } from 'xstate';

/** The node and everything below it, parents first. */
export function statesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(statesOf)];
}

/** Transitions that leave the node itself, in the order in which they are tried. */
export function transitionsFrom(node: AnyStateNode): AnyTransitionDefinition[] {
  return [...(node.always ?? []), ...[...node.transitions.values()].flat()];
}

/** Names a transition so that it is the same one in every copy of its machine, e.g. `login.lookingUp lookUp done [2]`. */
export function transitionName(transition: AnyTransitionDefinition): string {
  const alternatives = transition.eventType
    ? (transition.source.transitions.get(transition.eventType) ?? [])
    : (transition.source.always ?? []);
  const place = alternatives.length > 1 ? ` [${alternatives.indexOf(transition) + 1}]` : '';
  return `${transition.source.id} ${eventName(transition.eventType)}${place}`;
}

/** An event as people say it: `lookUp done`, `lookUp failed`, `after addedReset`, `always`. */
export function eventName(eventType: string): string {
  if (eventType === '') return 'always';
  const [, kind, , id] = /^xstate\.(done|error)\.(actor|state)\.(.+)$/.exec(eventType) ?? [];
  if (kind) return `${id} ${kind === 'done' ? 'done' : 'failed'}`;
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(eventType) ?? [];
  return delay ? `after ${delay}` : eventType;
}

/** Name of the guard that a transition waits for; empty where it waits for none. */
export function guardName({ guard }: AnyTransitionDefinition): string {
  if (typeof guard === 'string') return guard;
  return guard && 'type' in guard ? guard.type : '';
}

/** Whether the chart only says that the event does nothing here, which it would do by an outer state's transition. */
export function isForbidding({ target, actions }: AnyTransitionDefinition): boolean {
  return (target ?? []).length === 0 && actions.length === 0;
}

export function allTransitions(machine: AnyStateMachine): AnyTransitionDefinition[] {
  return statesOf(machine.root).flatMap(transitionsFrom);
}

/** A state's names from the outermost inwards, e.g. `awaitingCode.enteringCode`. No machine of ours is in two at once. */
export function stateName(value: StateValue): string {
  if (typeof value === 'string') return value;
  const [inner] = Object.entries(value);
  if (!inner) return '';
  const [outer, rest = ''] = inner;
  const within = stateName(rest);
  return within ? `${outer}.${within}` : outer;
}

/** The state's name as `stateName` gives it, for a node. */
export function nodeName(node: AnyStateNode): string {
  return node.path.join('.');
}

/** Names of the states that a machine can rest in, in the order of the chart. */
export function restingStates(machine: AnyStateMachine): string[] {
  const leaves = statesOf(machine.root).filter(({ type }) => type === 'atomic' || type === 'final');
  return leaves.filter((node) => !isPassing(node)).map(nodeName);
}

/** A state that is always left at once. */
export function isPassing(node: AnyStateNode): boolean {
  return node.always?.some((transition) => guardName(transition) === '') ?? false;
}
