import { type AnyStateMachine, createMachine } from 'xstate';
import { eventName, restingStates } from './chart.ts';

/** A copy of a machine with one deliberate fault. `where`: the state and event; `what`: a description of the fault. */
export type PlantedFault = {
  kind: 'wrong target' | 'missing guard';
  where: string;
  what: string;
  machine: AnyStateMachine;
};

type Fields = Record<string, unknown>;
/** A transition of a machine's configuration in object form, with the state and event that it belongs to. */
type Slot = { state: string; event: string; transition: Fields };

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A deep copy. Functions are shared with the original. */
function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one)]));
}

function toObjects(transitions: unknown): Fields[] {
  const list = Array.isArray(transitions) ? transitions : [transitions];
  return list.map((each) => (isFields(each) ? each : { target: each }));
}

/** Replaces every transition of the holder by its object form and returns all of them. */
function slotsOf(holder: unknown, state: string, nameOf: (key: string) => string): Slot[] {
  if (!isFields(holder)) return [];
  return Object.entries(holder).flatMap(([key, transitions]) => {
    const objects = toObjects(transitions);
    holder[key] = objects;
    return objects.map((transition) => ({ state, event: nameOf(key), transition }));
  });
}

function invokeSlots(config: Fields, state: string): Slot[] {
  const { invoke } = config;
  if (!isFields(invoke)) return [];
  const { onDone = [], onError = [] } = invoke;
  const results: Fields = { onDone, onError };
  const slots = slotsOf(results, state, (key) => `${invoke.id} ${key === 'onDone' ? 'done' : 'failed'}`);
  Object.assign(invoke, results);
  return slots;
}

/** Every transition of a copied configuration. Changing one changes the copy. */
function slotsIn(config: Fields, state: string): Slot[] {
  const eventless: Fields = { always: config.always ?? [] };
  const slots = [
    ...slotsOf(eventless, state, () => 'always'),
    ...slotsOf(config.on, state, (key) => eventName(key)),
    ...slotsOf(config.after, state, (key) => `after ${key}`),
    ...invokeSlots(config, state),
  ];
  if (eventless.always !== undefined) config.always = eventless.always;
  const inner = isFields(config.states) ? Object.entries(config.states) : [];
  return [...slots, ...inner.flatMap(([key, one]) => (isFields(one) ? slotsIn(one, key) : []))];
}

function build(machine: AnyStateMachine, config: Fields): AnyStateMachine {
  const { guards, actions, actors, delays } = machine.implementations;
  // The configuration is that of a valid machine, except for the fault.
  return createMachine(config as Parameters<typeof createMachine>[0], { guards, actions, actors, delays } as object);
}

function otherState(machine: AnyStateMachine, target: unknown): string {
  const states = restingStates(machine);
  const wanted = String(target).replace(/^[.#]/, '').split('.').at(-1);
  const index = states.findIndex((state) => state.split('.').includes(wanted ?? ''));
  const others = [...states.slice(index + 1), ...states].filter((state) => !state.split('.').includes(wanted ?? ''));
  return others[0] ?? '';
}

function plantAt(machine: AnyStateMachine, index: number, kind: PlantedFault['kind']): PlantedFault[] {
  const config = copy(machine.config) as Fields;
  const slot = slotsIn(config, machine.id)[index];
  if (!slot) return [];
  const { transition, state, event } = slot;
  const where = `${state}: ${event}`;
  if (kind === 'missing guard') {
    if (transition.guard === undefined) return [];
    const guard = isFields(transition.guard) ? transition.guard.type : transition.guard;
    delete transition.guard;
    return [{ kind, where, what: `${guard} is not checked`, machine: build(machine, config) }];
  }
  if (transition.target === undefined) return [];
  const other = otherState(machine, transition.target);
  const what = `leads to ${other}, not ${transition.target}`;
  transition.target = `#${machine.id}.${other}`;
  return [{ kind, where, what, machine: build(machine, config) }];
}

/** Copies of the machine with one fault each: for every transition a wrong target, for every guard its removal. */
export function plantFaults(machine: AnyStateMachine): PlantedFault[] {
  const slots = slotsIn(copy(machine.config) as Fields, machine.id);
  return slots.flatMap((_, index) => [
    ...plantAt(machine, index, 'wrong target'),
    ...plantAt(machine, index, 'missing guard'),
  ]);
}
