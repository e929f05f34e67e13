import { type AnyMachineSnapshot, getInitialSnapshot, getNextSnapshot } from 'xstate';
import type { PathEvent, PathFile, PathStep, PathValue } from '../../contract/path-file.ts';
import { pathFormat, pathLengths, pathVersion } from '../../contract/path-file.ts';
import { eventName, stateName, transitionName } from './chart.ts';
import { chartMark } from './chart-mark.ts';
import type { Flow } from './flows.ts';
import { chartEvent, fixturesOf, isHeard, startingInput, writtenEvents } from './path-events.ts';

/**
 * What a live machine told of one event: the chart's name of it, words of ours, the transitions (`login.lookingUp
 * xstate.done.actor.lookUp 1`) and the state afterwards. Nothing that anybody typed.
 */
export type ToldMoment = {
  event: string;
  words: Record<string, string | boolean>;
  taken: readonly string[];
  value: unknown;
};

/** `untold`: why the path ends before what was told did; null where all of it is in the path. */
export type Recording = { path: PathFile | null; untold: string | null };

/** One way to say what happened so far in samples; `likeness` grows with each word that fits. */
type Telling = { input: PathValue; start: string; snapshot: AnyMachineSnapshot; steps: PathStep[]; likeness: number };

/** More tellings than this differ in nothing that matters later. */
const mostTellings = 60;

const markOf = (name: string) => {
  const [, event = '', place = '1'] = /^(.*?)(?: \[(\d+)\])?$/.exec(name) ?? [];
  return `${event} ${place}`;
};
const toldMarks = (taken: readonly string[]) =>
  taken.map((mark) => {
    const [, state, type = '', place] = /^(\S+) (\S+) (\d+)$/.exec(mark) ?? [];
    return `${state} ${eventName(type)} ${place}`;
  });

function likeness(sample: object, { words, taken }: ToldMoment, sampleTaken: readonly string[]): number {
  const text = JSON.stringify(sample);
  const fitting = Object.entries(words).filter(([field, word]) => text.includes(`"${field}":${JSON.stringify(word)}`));
  const told = toldMarks(taken);
  return fitting.length + sampleTaken.map(markOf).filter((mark) => told.includes(mark)).length;
}

/** Every way on from a telling that leads where the live machine went. */
function goOn(flow: Flow, telling: Telling, moment: ToldMoment, samples: readonly PathEvent[]): Telling[] {
  const state = stateName(moment.value as string);
  const { snapshot, steps } = telling;
  const ways = samples.flatMap((event): Telling[] => {
    const heard = chartEvent(event, flow.alphabet, snapshot);
    const next = getNextSnapshot(flow.machine, snapshot, heard);
    if (stateName(next.value) !== state) return [];
    const taken = isHeard(event.type, snapshot) ? flow.machine.getTransitionData(snapshot, heard) : [];
    const alike = telling.likeness + likeness(heard, moment, taken.map(transitionName));
    return [{ ...telling, snapshot: next, steps: [...steps, { event, expect: { state } }], likeness: alike }];
  });
  // A clock's tick that changes nothing is told only where something later needs it.
  const isIdleTick = moment.event === 'clock.tick' && stateName(snapshot.value) === state;
  return isIdleTick ? [{ ...telling, likeness: telling.likeness + 2 }, ...ways] : ways;
}

function best(tellings: Telling[]): Telling[] {
  const kept = new Map<string, Telling>();
  for (const telling of tellings.sort((a, b) => b.likeness - a.likeness)) {
    const key = JSON.stringify([telling.snapshot.value, telling.snapshot.context]);
    if (!kept.has(key)) kept.set(key, telling);
  }
  return [...kept.values()].slice(0, mostTellings);
}

function beginnings({ machine, alphabet }: Flow, { value }: ToldMoment): Telling[] {
  return alphabet.inputs.flatMap((input) => {
    const snapshot: AnyMachineSnapshot = getInitialSnapshot(machine, startingInput(input));
    const start = stateName(snapshot.value);
    return start === stateName(value as string) ? [{ input, start, snapshot, steps: [], likeness: 0 }] : [];
  });
}

function fileOf({ machine }: Flow, { input, start, steps }: Telling, title: string): PathFile {
  return {
    ...{ format: pathFormat, version: pathVersion, machine: machine.id, chart: chartMark(machine), title },
    fixtures: fixturesOf(
      input,
      steps.map(({ event }) => event),
    ),
    ...{ input, start: { state: start }, steps },
  };
}

/**
 * Writes what a live machine told as a path. Only samples of the alphabet stand in it: of those that lead where the machine
 * went, the ones most like what was told. So nothing personal can be in it.
 */
export function recordPath(flow: Flow, moments: readonly ToldMoment[], title: string): Recording {
  const [first, ...rest] = moments.filter(({ event }) => event !== 'xstate.stop');
  if (first?.event !== 'xstate.init') return { path: null, untold: 'The machine began before its events were kept.' };
  let tellings = beginnings(flow, first);
  if (tellings.length === 0) return { path: null, untold: 'No sample begins where the machine began.' };
  const events = writtenEvents(flow);
  for (const moment of rest.slice(0, pathLengths.steps)) {
    const type = eventName(moment.event);
    const samples = events.filter((event) => event.type === type);
    const next = best(tellings.flatMap((telling) => goOn(flow, telling, moment, samples)));
    if (next.length === 0) {
      const [told] = tellings;
      const untold = `No sample of “${type}” leads to “${stateName(moment.value as string)}”: the path ends before it.`;
      return { path: told ? fileOf(flow, told, title) : null, untold };
    }
    tellings = next;
  }
  const [told] = tellings;
  return { path: told ? fileOf(flow, told, title) : null, untold: null };
}
