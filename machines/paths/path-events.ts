import { type AnyMachineSnapshot, type EventObject, getNextTransitions } from 'xstate';
import type { PathEvent, PathValue } from '../../contract/path-file.ts';
import type { Alphabet } from './alphabet.ts';
import { allTransitions, eventName } from './chart.ts';
import { fixturesIn, resolveFixtures } from './fixtures.ts';
import type { Flow } from './flows.ts';

/** What a machine begins with, as its flow would give it. */
export function startingInput(input: PathValue): unknown {
  return input === null ? undefined : resolveFixtures(input);
}

/** Every event of the chart with every sample, as path files write it. */
export function writtenEvents({ machine, alphabet }: Flow): PathEvent[] {
  const ofChart = [...new Set(allTransitions(machine).map(({ eventType }) => eventName(eventType)))];
  const ends = Object.entries(alphabet.outcomes).flatMap(([actor, outcomes]) =>
    Object.keys(outcomes).map((outcome) => ({ type: `${actor} done`, outcome })),
  );
  const others = ofChart.filter((type) => / failed$|^after /.test(type)).map((type) => ({ type }));
  return [...alphabet.events, ...ends, ...others];
}

/** The chart's event that a written one means; throws where it names an outcome or a fixture that there is none of. */
export function chartEvent(written: PathEvent, alphabet: Alphabet, snapshot: AnyMachineSnapshot): EventObject {
  const { type, outcome, ...payload } = written;
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

/** Whether the state listens to an event of that name at all, a guard apart. */
export function isHeard(type: string, snapshot: AnyMachineSnapshot): boolean {
  if (snapshot.status !== 'active') return false;
  return getNextTransitions(snapshot).some(({ eventType }) => eventName(eventType) === type);
}

/** Names of the fixtures that a path needs, each once. */
export function fixturesOf(input: PathValue, events: readonly PathEvent[]): string[] {
  return fixturesIn([
    input,
    ...events.flatMap(({ type: _, outcome: __, ...payload }) => Object.values(payload)),
  ] as PathValue);
}
