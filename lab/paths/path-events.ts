import { type AnyMachineSnapshot, type EventObject, getNextTransitions } from 'xstate';
import type { Alphabet } from '../alphabets/alphabet.ts';
import { fixturesIn, resolveFixtures } from '../alphabets/fixtures.ts';
import { allTransitions, eventName } from '../chart/chart.ts';
import type { Flow } from '../flows.ts';
import type { PathEvent, PathValue } from '../path-file.ts';

/**
 * Returns the input of a state machine with every reference to a fixture (a named sample value) replaced by its value;
 * undefined if there is no input.
 */
export function resolveInput(input: PathValue): unknown {
  return input === null ? undefined : resolveFixtures(input);
}

/**
 * Returns every event that the lab can send to a state machine. The sample events and the results of actors come from
 * its alphabet; the failures of actors and the ends of delays come from its transitions.
 */
export function sampleEvents({ machine, alphabet }: Flow): PathEvent[] {
  const namesInChart = [...new Set(allTransitions(machine).map(({ eventType }) => eventName(eventType)))];
  const doneEvents = Object.entries(alphabet.outcomes).flatMap(([actor, outcomes]) =>
    Object.keys(outcomes).map((outcome) => ({ type: `${actor} done`, outcome })),
  );
  const others = namesInChart.filter((type) => / failed$|^after /.test(type)).map((type) => ({ type }));
  return [...alphabet.events, ...doneEvents, ...others];
}

/**
 * Converts an event of a path file to the XState event of the machine.
 * @throws Error if the event names an actor result (outcome) or a sample value (fixture) that the lab does not have
 */
export function toMachineEvent(pathEvent: PathEvent, alphabet: Alphabet, snapshot: AnyMachineSnapshot): EventObject {
  const { type, outcome, ...payload } = pathEvent;
  const [, actor, end] = /^(\w+) (done|failed)$/.exec(type) ?? [];
  if (actor && end === 'failed') return { type: `xstate.error.actor.${actor}` };
  if (actor) return { type: `xstate.done.actor.${actor}`, ...outputOf(alphabet, actor, outcome ?? '') };
  if (type.startsWith('after ')) {
    const [next] = getNextTransitions(snapshot).filter(({ eventType }) => eventName(eventType) === type);
    return { type: next?.eventType ?? type };
  }
  const resolved = Object.entries(payload).map(([field, value]) => [field, resolveFixtures(value)]);
  return { type, ...Object.fromEntries(resolved) };
}

function outputOf(alphabet: Alphabet, actor: string, outcome: string): { output: unknown } {
  const outcomes = alphabet.outcomes[actor] ?? {};
  if (Object.hasOwn(outcomes, outcome)) return { output: outcomes[outcome] };
  const known = Object.keys(outcomes).join(', ') || 'none';
  throw new Error(`${actor} has no outcome “${outcome}” (known: ${known})`);
}

/** Whether the current state has a transition for an event of this type, whether or not its guards allow it. */
export function isHandled(type: string, snapshot: AnyMachineSnapshot): boolean {
  if (snapshot.status !== 'active') return false;
  return getNextTransitions(snapshot).some(({ eventType }) => eventName(eventType) === type);
}

/** Returns the names of all fixtures to which the input and the events refer, without duplicates. */
export function fixturesOf(input: PathValue, events: readonly PathEvent[]): string[] {
  return fixturesIn([
    input,
    ...events.flatMap(({ type: _, outcome: __, ...payload }) => Object.values(payload)),
  ] as PathValue);
}

/** Returns an event as text, such as `password.submit (password: student.password)`. */
export function describeEvent({ type, outcome, ...payload }: PathEvent): string {
  const values = Object.entries(payload).map(([field, value]) => {
    const isFixture = typeof value === 'object' && value !== null && 'fixture' in value;
    return `${field}: ${isFixture ? String(value.fixture) : JSON.stringify(value)}`;
  });
  return [type, outcome, values.length > 0 ? `(${values.join(', ')})` : ''].filter(Boolean).join(' ');
}
