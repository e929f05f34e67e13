import type { AnyMachineSnapshot, AnyTransitionDefinition, InspectionEvent } from 'xstate';

/** A machine that runs now, or the last of its id that ended; `about` is the course or package of a card. */
export type LiveMachine = {
  machine: string;
  session: string;
  about: number | null;
  value: unknown;
  tags: string[];
  status: string;
  isLive: boolean;
};

/** Words by which an event is told apart, from lists of ours: `{ method: 'password' }`, `{ kind: 'refused', code: 'BATCH_FULL' }`. */
export type MomentWords = Record<string, string | boolean>;

/** One event that a machine took in. What somebody typed is never in it: a type, known words, and where the chart went. */
export type MachineMoment = {
  /** Counts up over the whole page. */
  number: number;
  /** Milliseconds since the epoch. */
  at: number;
  machine: string;
  session: string;
  about: number | null;
  event: string;
  words: MomentWords;
  /** Transitions taken: `login.lookingUp xstate.done.actor.lookUp 1`, the last figure its place among the alternatives. */
  taken: string[];
  value: unknown;
};

/** Fields whose values are words of ours. An event's own `code` is what a student typed; an outcome's is not. */
const eventFields = ['method', 'isOnline', 'kind', 'change'];
const outcomeFields = [
  ...['kind', 'code', 'state', 'final_payment_status', 'is_payment_pending', 'errorCode'],
  ...['failure', 'refusal', 'update', 'order'],
];
const wordShape = /^[A-Za-z_]{1,40}$/;

function wordsOf(value: unknown, fields: readonly string[], depth = 0): MomentWords {
  if (typeof value !== 'object' || value === null || depth > 2) return {};
  const words: MomentWords = {};
  for (const [name, one] of Object.entries(value)) {
    if (!fields.includes(name)) continue;
    if (typeof one === 'boolean' || (typeof one === 'string' && wordShape.test(one))) words[name] = one;
    else Object.assign(words, wordsOf(one, fields, depth + 1));
  }
  return words;
}

/** Names a transition so that it is the same one in every copy of its machine. */
function transitionMark(transition: AnyTransitionDefinition): string {
  const { source, eventType } = transition;
  const alternatives = eventType ? source.transitions.get(eventType) : source.always;
  return `${source.id} ${eventType || 'always'} ${(alternatives?.indexOf(transition) ?? 0) + 1}`;
}

function subjectOf({ context }: AnyMachineSnapshot): number | null {
  const { courseId, packageId } = context;
  if (typeof courseId === 'number') return courseId;
  return typeof packageId === 'number' ? packageId : null;
}

type Read =
  | { kind: 'microstep'; taken: string[] }
  | {
      kind: 'snapshot';
      live: LiveMachine;
      told: Omit<MachineMoment, 'number' | 'at' | 'taken'>;
    };

/** What an inspected event says of a machine; null for every other actor. */
export function readMoment(seen: InspectionEvent): Read | null {
  if (seen.type !== '@xstate.microstep' && seen.type !== '@xstate.snapshot') return null;
  const snapshot = seen.snapshot as AnyMachineSnapshot;
  if (!('machine' in snapshot)) return null;
  if (seen.type === '@xstate.microstep') return { kind: 'microstep', taken: seen._transitions.map(transitionMark) };
  const { machine, value, status, tags } = snapshot;
  const who = { machine: machine.id, session: seen.actorRef.sessionId, about: subjectOf(snapshot), value };
  const { event } = seen;
  const words = 'output' in event ? wordsOf(event.output, outcomeFields) : wordsOf(event, eventFields);
  const isLive = status === 'active' && event.type !== 'xstate.stop';
  return {
    kind: 'snapshot',
    live: { ...who, tags: [...tags], status, isLive },
    told: { ...who, event: event.type, words },
  };
}
