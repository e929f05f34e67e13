import type { AnyMachineSnapshot, AnyTransitionDefinition, InspectionEvent } from 'xstate';

/**
 * A state machine in the log. If it has ended, it stays in the log until another machine with the same `machine` id
 * starts. `about`: id of the course or package that the machine is about; null if none.
 */
export type LiveMachine = {
  machine: string;
  session: string;
  about: number | null;
  value: unknown;
  tags: string[];
  status: string;
  isLive: boolean;
};

/**
 * Fields that describe an event, with values from fixed lists, such as `{ method: 'password' }` or `{ kind: 'refused',
 * code: 'BATCH_FULL' }`.
 */
type StepWords = Record<string, string | boolean>;

/**
 * One event that a state machine handled: its type, its fields with fixed values and the new state. Never contains
 * typed text.
 */
export type MachineStep = {
  /** Number of the step, counted over all state machines of the page. */
  number: number;
  /** When the event was handled, in milliseconds since the epoch. */
  at: number;
  machine: string;
  session: string;
  about: number | null;
  event: string;
  words: StepWords;
  /**
   * The transitions that the machine took, such as `login.lookingUp xstate.done.actor.lookUp 1`: source state, event
   * type and a number. A state may have several transitions for one event; the number says which of them, from 1.
   */
  taken: string[];
  value: unknown;
};

/**
 * Event fields that have values from fixed lists. `code` is not among them: in an event it is a one-time code that a
 * student typed.
 */
const eventFields = ['method', 'isOnline', 'kind', 'change', 'screen'];
const outcomeFields = [
  ...['kind', 'code', 'state', 'final_payment_status', 'is_payment_pending', 'errorCode'],
  ...['failure', 'refusal', 'update', 'order'],
];
const wordShape = /^[A-Za-z_]{1,40}$/;

function wordsOf(value: unknown, fields: readonly string[], depth = 0): StepWords {
  if (typeof value !== 'object' || value === null || depth > 2) return {};
  const words: StepWords = {};
  for (const [name, one] of Object.entries(value)) {
    if (!fields.includes(name)) continue;
    if (typeof one === 'boolean' || (typeof one === 'string' && wordShape.test(one))) words[name] = one;
    else Object.assign(words, wordsOf(one, fields, depth + 1));
  }
  return words;
}

/**
 * Names a transition, such as `login.lookingUp xstate.done.actor.lookUp 2`. The number is the position among the
 * transitions for this event, counted from 1. The name is the same in every copy of the machine.
 */
export function transitionName(transition: AnyTransitionDefinition): string {
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
      step: Omit<MachineStep, 'number' | 'at' | 'taken'>;
    };

/** Reads an XState inspection event; null if it is not about a step of a state machine. */
export function readStep(seen: InspectionEvent): Read | null {
  if (seen.type !== '@xstate.microstep' && seen.type !== '@xstate.snapshot') return null;
  const snapshot = seen.snapshot as AnyMachineSnapshot;
  if (!('machine' in snapshot)) return null;
  if (seen.type === '@xstate.microstep') return { kind: 'microstep', taken: seen._transitions.map(transitionName) };
  const { machine, value, status, tags } = snapshot;
  const who = { machine: machine.id, session: seen.actorRef.sessionId, about: subjectOf(snapshot), value };
  const { event } = seen;
  const words = 'output' in event ? wordsOf(event.output, outcomeFields) : wordsOf(event, eventFields);
  const isLive = status === 'active' && event.type !== 'xstate.stop';
  return {
    kind: 'snapshot',
    live: { ...who, tags: [...tags], status, isLive },
    step: { ...who, event: event.type, words },
  };
}
