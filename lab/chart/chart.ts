import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition, SnapshotFrom, StateValue } from 'xstate';

// `transitionName` is exported again for the journeys in `e2e`, which may not import from `src`.
export { transitionName } from '../../src/lib/machine-log/machine-step.ts';

/** Returns the state node and all its descendants, each parent before its children. */
export function statesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(statesOf)];
}

/** Returns the transitions that are defined on this state node itself, in the order in which the machine tries them. */
export function transitionsFrom(node: AnyStateNode): AnyTransitionDefinition[] {
  return [...(node.always ?? []), ...[...node.transitions.values()].flat()];
}

/**
 * Returns the name of an XState event in diagrams and path files, such as `lookUp done`, `lookUp failed`, `after
 * addedReset` or `always` (for eventless transitions).
 */
export function eventName(eventType: string): string {
  if (eventType === '') return 'always';
  const [, kind, , id] = /^xstate\.(done|error)\.(actor|state)\.(.+)$/.exec(eventType) ?? [];
  if (kind) return `${id} ${kind === 'done' ? 'done' : 'failed'}`;
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(eventType) ?? [];
  return delay ? `after ${delay}` : eventType;
}

/** Returns the name of the transition's guard, or an empty string if it has none. */
export function guardName({ guard }: AnyTransitionDefinition): string {
  if (typeof guard === 'string') return guard;
  return guard && 'type' in guard ? guard.type : '';
}

/**
 * Whether the transition has neither target nor actions. With such a transition, a state ignores an event that an outer
 * state would handle.
 */
export function isForbidding({ target, actions }: AnyTransitionDefinition): boolean {
  return (target ?? []).length === 0 && actions.length === 0;
}

export function allTransitions(machine: AnyStateMachine): AnyTransitionDefinition[] {
  return statesOf(machine.root).flatMap(transitionsFrom);
}

/**
 * Returns the full name of a state, outermost state first, such as `awaitingCode.enteringCode`. Parallel states would
 * have no such name, but our machines have no parallel states.
 */
export function stateName(value: StateValue): string {
  if (typeof value === 'string') return value;
  const [inner] = Object.entries(value);
  if (!inner) return '';
  const [outer, nested = ''] = inner;
  const nestedName = stateName(nested);
  return nestedName ? `${outer}.${nestedName}` : outer;
}

type NameOf<Value> = Value extends string
  ? Value
  : { [Outer in keyof Value & string]: `${Outer}.${NameOf<Value[Outer]>}` }[keyof Value & string];

/**
 * The names that `restingStates` returns, as a type. A record with these keys compiles only if it has an entry for each
 * of the states. `arriving` is left out: in all machines, this is the name of the state that is left at once.
 */
export type RestingStateName<Machine extends AnyStateMachine> = Exclude<
  NameOf<SnapshotFrom<Machine>['value']>,
  'arriving'
>;

/** Returns the full name of a state node, in the same format as `stateName`. */
export function nodeName(node: AnyStateNode): string {
  return node.path.join('.');
}

/**
 * Returns the names of the states in which the machine can wait for the next event, in the order of their definition.
 */
export function restingStates(machine: AnyStateMachine): string[] {
  const leaves = statesOf(machine.root).filter(({ type }) => type === 'atomic' || type === 'final');
  return leaves.filter((node) => !isTransient(node)).map(nodeName);
}

/**
 * Whether the machine always leaves the state at once, because the state has an eventless transition without a guard.
 */
function isTransient(node: AnyStateNode): boolean {
  return node.always?.some((transition) => guardName(transition) === '') ?? false;
}

/**
 * Returns the name of a transition in the text that `chartHash` hashes, such as `login.lookingUp lookUp done [2]`. The
 * format differs from that of `transitionName` and must not change, because path files that testers have saved contain
 * such hashes.
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

/** Returns the FNV-1a hash of the text's UTF-16 code units as 8 hexadecimal digits. The hash is not cryptographic. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value >>> 0).toString(16).padStart(8, '0');
}

/**
 * Returns a hash of a machine's structure: its states, events, names of guards, and targets. Changes of descriptions
 * and actions do not change the hash.
 */
export function chartHash(machine: AnyStateMachine): string {
  return hash(statesOf(machine.root).flatMap(describeNode).join('\n'));
}
