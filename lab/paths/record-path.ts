import { type AnyMachineSnapshot, getInitialSnapshot, getNextSnapshot } from 'xstate';
import { chartHash, eventName, stateName, transitionName } from '../chart/chart.ts';
import type { Flow } from '../flows.ts';
import type { PathEvent, PathFile, PathStep, PathValue } from '../path-file.ts';
import { pathFormat, pathLengths, pathVersion } from '../path-file.ts';
import { fixturesOf, isHandled, resolveInput, sampleEvents, toMachineEvent } from './path-events.ts';

/** One event recorded from a machine of the page. It contains nothing that a person typed. */
export type RecordedEvent = {
  /** The type of the event. */
  event: string;
  /** The fields of the event's payload that take their values from a fixed list. */
  words: Record<string, string | boolean>;
  /** The transitions taken, such as `login.lookingUp xstate.done.actor.lookUp 1`. */
  taken: readonly string[];
  /** The state afterwards. */
  value: unknown;
};

/** A recorded path. `problem`: why the path lacks some of the recorded events; null if it has all of them. */
type Recording = { path: PathFile | null; problem: string | null };

/**
 * A path of sample events that leads to the same states as the events recorded so far. `likeness`: how well its sample
 * events match `words` and `taken` of the recorded events; higher is better.
 */
type Candidate = { input: PathValue; start: string; snapshot: AnyMachineSnapshot; steps: PathStep[]; likeness: number };

/**
 * Maximum number of candidate paths that are kept after each recorded event. More would not improve the resulting path.
 */
const maxCandidates = 60;

/** Events that the page may send by itself at any time, whether or not they change anything in the machine. */
const pageEvents = [
  'clock.tick',
  'connection.change',
  'screen.requested',
  'cart.updated',
  'batches.update',
  'courses.update',
  'outbox.delivered',
  'outbox.refused',
  'outbox.discarded',
];

function likeness(sample: object, { words, taken }: RecordedEvent, sampleTaken: readonly string[]): number {
  const text = JSON.stringify(sample);
  const matching = Object.entries(words).filter(([field, word]) => text.includes(`"${field}":${JSON.stringify(word)}`));
  return matching.length + sampleTaken.filter((name) => taken.includes(name)).length;
}

/**
 * Extends a candidate path by one sample event. Returns a new candidate for each sample event that leads to the same
 * state as the recorded event.
 */
function extend(flow: Flow, candidate: Candidate, recorded: RecordedEvent, samples: readonly PathEvent[]): Candidate[] {
  const state = stateName(recorded.value as string);
  const { snapshot, steps } = candidate;
  const extended = samples.flatMap((event): Candidate[] => {
    const machineEvent = toMachineEvent(event, flow.alphabet, snapshot);
    const next = getNextSnapshot(flow.machine, snapshot, machineEvent);
    if (stateName(next.value) !== state) return [];
    const taken = isHandled(event.type, snapshot) ? flow.machine.getTransitionData(snapshot, machineEvent) : [];
    const alike = candidate.likeness + likeness(machineEvent, recorded, taken.map(transitionName));
    return [{ ...candidate, snapshot: next, steps: [...steps, { event, expect: { state } }], likeness: alike }];
  });
  // If the page may have sent the event by itself (`pageEvents`) and the state did not change, also keep the candidate
  // without the event, because a person who follows the path cannot cause such an event.
  const isIdle = pageEvents.includes(recorded.event) && stateName(snapshot.value) === state;
  return isIdle ? [{ ...candidate, likeness: candidate.likeness + 2 }, ...extended] : extended;
}

function bestOf(candidates: Candidate[]): Candidate[] {
  const bySnapshot = new Map<string, Candidate>();
  for (const candidate of candidates.sort((a, b) => b.likeness - a.likeness)) {
    const key = JSON.stringify([candidate.snapshot.value, candidate.snapshot.context]);
    if (!bySnapshot.has(key)) bySnapshot.set(key, candidate);
  }
  return [...bySnapshot.values()].slice(0, maxCandidates);
}

function initialCandidates({ machine, alphabet }: Flow, { value }: RecordedEvent): Candidate[] {
  return alphabet.inputs.flatMap((input) => {
    const snapshot: AnyMachineSnapshot = getInitialSnapshot(machine, resolveInput(input));
    const start = stateName(snapshot.value);
    return start === stateName(value as string) ? [{ input, start, snapshot, steps: [], likeness: 0 }] : [];
  });
}

function candidateToFile({ machine }: Flow, { input, start, steps }: Candidate, title: string): PathFile {
  return {
    ...{ format: pathFormat, version: pathVersion, machine: machine.id, chart: chartHash(machine), title },
    fixtures: fixturesOf(
      input,
      steps.map(({ event }) => event),
    ),
    ...{ input, start: { state: start }, steps },
  };
}

/**
 * Converts the recorded events of a machine to a path of sample events, which cannot contain personal data. Of the
 * sample events that lead to the recorded state, uses the one most similar to the recorded event.
 */
export function recordPath(flow: Flow, recordedEvents: readonly RecordedEvent[], title: string): Recording {
  const [first, ...rest] = recordedEvents.filter(({ event }) => event !== 'xstate.stop');
  if (first?.event !== 'xstate.init') return { path: null, problem: 'The machine started before recording began.' };
  let candidates = initialCandidates(flow, first);
  if (candidates.length === 0)
    return { path: null, problem: 'No sample starts in the state in which the machine started.' };
  const events = sampleEvents(flow);
  for (const recorded of rest.slice(0, pathLengths.steps)) {
    const type = eventName(recorded.event);
    const samples = events.filter((event) => event.type === type);
    const next = bestOf(candidates.flatMap((candidate) => extend(flow, candidate, recorded, samples)));
    if (next.length === 0) {
      const [best] = candidates;
      const problem = `No sample of “${type}” leads to “${stateName(recorded.value as string)}”: the path ends before it.`;
      return { path: best ? candidateToFile(flow, best, title) : null, problem };
    }
    candidates = next;
  }
  const [best] = candidates;
  return { path: best ? candidateToFile(flow, best, title) : null, problem: null };
}
