import { type AnyStateMachine, createMachine } from 'xstate';
import { eventName, restingStates } from './chart.ts';

/** A copy of a machine with one thing wrong; `where` names the place, `what` the fault. */
export type Planted = { kind: 'wrong target' | 'missing guard'; where: string; what: string; machine: AnyStateMachine };

type Fields = Record<string, unknown>;
/** A transition of a chart as it was written, in full, with the state and the event that it belongs to. */
type Slot = { state: string; event: string; transition: Fields };

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Functions stay the same ones. */
function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one)]));
}

function writtenOut(transitions: unknown): Fields[] {
  const list = Array.isArray(transitions) ? transitions : [transitions];
  return list.map((each) => (isFields(each) ? each : { target: each }));
}

/** Writes every transition of the holder's events in full, and gives them. */
function slotsOf(holder: unknown, state: string, nameOf: (key: string) => string): Slot[] {
  if (!isFields(holder)) return [];
  return Object.entries(holder).flatMap(([key, transitions]) => {
    const written = writtenOut(transitions);
    holder[key] = written;
    return written.map((transition) => ({ state, event: nameOf(key), transition }));
  });
}

function invokeSlots(config: Fields, state: string): Slot[] {
  const { invoke } = config;
  if (!isFields(invoke)) return [];
  const { onDone = [], onError = [] } = invoke;
  const ends: Fields = { onDone, onError };
  const slots = slotsOf(ends, state, (key) => `${invoke.id} ${key === 'onDone' ? 'done' : 'failed'}`);
  Object.assign(invoke, ends);
  return slots;
}

/** Every transition of a copied chart, each to be changed in place. */
function slotsIn(config: Fields, state: string): Slot[] {
  const passing: Fields = { always: config.always ?? [] };
  const slots = [
    ...slotsOf(passing, state, () => 'always'),
    ...slotsOf(config.on, state, (key) => eventName(key)),
    ...slotsOf(config.after, state, (key) => `after ${key}`),
    ...invokeSlots(config, state),
  ];
  if (passing.always !== undefined) config.always = passing.always;
  const inner = isFields(config.states) ? Object.entries(config.states) : [];
  return [...slots, ...inner.flatMap(([key, one]) => (isFields(one) ? slotsIn(one, key) : []))];
}

function build(machine: AnyStateMachine, config: Fields): AnyStateMachine {
  const { guards, actions, actors, delays } = machine.implementations;
  // The chart is ours, but for the fault.
  return createMachine(config as Parameters<typeof createMachine>[0], { guards, actions, actors, delays } as object);
}

function otherState(machine: AnyStateMachine, target: unknown): string {
  const states = restingStates(machine);
  const wanted = String(target).replace(/^[.#]/, '').split('.').at(-1);
  const at = states.findIndex((state) => state.split('.').includes(wanted ?? ''));
  const others = [...states.slice(at + 1), ...states].filter((state) => !state.split('.').includes(wanted ?? ''));
  return others[0] ?? '';
}

function plantAt(machine: AnyStateMachine, at: number, kind: Planted['kind']): Planted[] {
  const config = copy(machine.config) as Fields;
  const slot = slotsIn(config, machine.id)[at];
  if (!slot) return [];
  const { transition, state, event } = slot;
  const where = `${state}: ${event}`;
  if (kind === 'missing guard') {
    if (transition.guard === undefined) return [];
    const guard = isFields(transition.guard) ? transition.guard.type : transition.guard;
    delete transition.guard;
    return [{ kind, where, what: `${guard} is not asked`, machine: build(machine, config) }];
  }
  if (transition.target === undefined) return [];
  const other = otherState(machine, transition.target);
  const what = `leads to ${other}, not ${transition.target}`;
  transition.target = `#${machine.id}.${other}`;
  return [{ kind, where, what, machine: build(machine, config) }];
}

/** A copy for each transition that has another target, and one for each guard that is not asked. */
export function plantFaults(machine: AnyStateMachine): Planted[] {
  const places = slotsIn(copy(machine.config) as Fields, machine.id).map((_, at) => at);
  return places.flatMap((at) => [...plantAt(machine, at, 'wrong target'), ...plantAt(machine, at, 'missing guard')]);
}
