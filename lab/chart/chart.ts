import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition, StateValue } from 'xstate';

/** The state node and all its descendants, parents first. */
export function statesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(statesOf)];
}

/** Transitions defined on the node itself, in the order in which the machine tries them. */
export function transitionsFrom(node: AnyStateNode): AnyTransitionDefinition[] {
  return [...(node.always ?? []), ...[...node.transitions.values()].flat()];
}

/**
 * A name of the transition that is the same in every copy of its machine and in the site's own log of machines
 * (`src/lib/machine-log/machine-step.ts`): `login.lookingUp xstate.done.actor.lookUp 2`. The number is its place among the
 * transitions of its event.
 */
export function transitionName(transition: AnyTransitionDefinition): string {
  const { source, eventType } = transition;
  const alternatives = eventType ? source.transitions.get(eventType) : source.always;
  return `${source.id} ${eventType || 'always'} ${(alternatives?.indexOf(transition) ?? 0) + 1}`;
}

/** The name of an event in diagrams and path files: `lookUp done`, `lookUp failed`, `after addedReset`, `always`. */
export function eventName(eventType: string): string {
  if (eventType === '') return 'always';
  const [, kind, , id] = /^xstate\.(done|error)\.(actor|state)\.(.+)$/.exec(eventType) ?? [];
  if (kind) return `${id} ${kind === 'done' ? 'done' : 'failed'}`;
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(eventType) ?? [];
  return delay ? `after ${delay}` : eventType;
}

/** Name of the transition's guard, or an empty string if it has none. */
export function guardName({ guard }: AnyTransitionDefinition): string {
  if (typeof guard === 'string') return guard;
  return guard && 'type' in guard ? guard.type : '';
}

/** Whether the transition does nothing, so that it only overrides a transition of an outer state. */
export function isForbidding({ target, actions }: AnyTransitionDefinition): boolean {
  return (target ?? []).length === 0 && actions.length === 0;
}

export function allTransitions(machine: AnyStateMachine): AnyTransitionDefinition[] {
  return statesOf(machine.root).flatMap(transitionsFrom);
}

/** The state's full name, outermost state first, e.g. `awaitingCode.enteringCode`. Our machines have no parallel states. */
export function stateName(value: StateValue): string {
  if (typeof value === 'string') return value;
  const [inner] = Object.entries(value);
  if (!inner) return '';
  const [outer, nested = ''] = inner;
  const nestedName = stateName(nested);
  return nestedName ? `${outer}.${nestedName}` : outer;
}

/** The name of a node's state, in the form of `stateName`. */
export function nodeName(node: AnyStateNode): string {
  return node.path.join('.');
}

/**
 * Names of the states in which the machine can stay until the next event, in the order in which the machine defines
 * them.
 */
export function restingStates(machine: AnyStateMachine): string[] {
  const leaves = statesOf(machine.root).filter(({ type }) => type === 'atomic' || type === 'final');
  return leaves.filter((node) => !isTransient(node)).map(nodeName);
}

/** Whether the machine always leaves the state at once, by an eventless transition without a guard. */
function isTransient(node: AnyStateNode): boolean {
  return node.always?.some((transition) => guardName(transition) === '') ?? false;
}

/**
 * The transition's name for `chartHash`, e.g. `login.lookingUp lookUp done [2]`. It differs from `transitionName` and
 * must not change, because the path files that testers have saved contain hashes of these names.
 */
function hashedName(transition: AnyTransitionDefinition): string {
  const { source, eventType } = transition;
  const alternatives = (eventType ? source.transitions.get(eventType) : source.always) ?? [];
  const number = alternatives.length > 1 ? ` [${alternatives.indexOf(transition) + 1}]` : '';
  return `${source.id} ${eventName(eventType)}${number}`;
}

function describeNode(node: AnyStateNode): string[] {
  const initial = node.initial?.target.map(({ id }) => id).join(' ') ?? '';
  const arrows = transitionsFrom(node).map((transition) => {
    const targets = transition.target?.map(({ id }) => id).join(' ') ?? '';
    return `${hashedName(transition)} ${guardName(transition)} > ${targets} ${transition.reenter}`;
  });
  return [`${node.id} ${node.type} ${initial}`, ...arrows];
}

/** FNV-1a hash of the text's UTF-16 code units as 8 hexadecimal digits. It is not cryptographic. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value >>> 0).toString(16).padStart(8, '0');
}

/**
 * Hash of a machine's structure: its states, events, names of guards, and targets. It does not depend on descriptions
 * and actions.
 */
export function chartHash(machine: AnyStateMachine): string {
  return hash(statesOf(machine.root).flatMap(describeNode).join('\n'));
}
