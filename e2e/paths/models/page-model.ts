import type { Page } from '@playwright/test';
import type { StateValue } from 'xstate';
import { stateName } from '../../../lab/chart/chart.ts';
import type { PathEvent, PathValue } from '../../../lab/path-file.ts';
import type { SiteServer } from '../../support/site/site-server.ts';
import type { MachineWatch, SeenStep } from '../machine-watch.ts';

/**
 * What is needed to walk a path on the real site: a new page, the site, and a `MachineWatch` that reads the page's
 * state machine.
 */
export type Stage = { page: Page; site: SiteServer; watch: MachineWatch };

/** A text that must be visible on the screen; a regular expression if part of the text varies. */
export type ShownText = string | RegExp;

/**
 * What the screen must show in a state. `url`: the path of the page. `absent`: names of buttons and links that the
 * screen must not contain.
 */
export type ExpectedScreen = { texts: readonly ShownText[]; url: string | RegExp; absent?: readonly string[] };

/**
 * Operates the real site so that one of its state machines receives the events of a path, and knows what the screen
 * must show in each state.
 */
export type PageModel = {
  /** Sets up what the input of the state machine requires, and opens the page that starts the state machine. */
  begin(input: PathValue): Promise<void>;
  /**
   * Causes an event of the path: by clicks and keys if a person causes it, otherwise by what the server or the network
   * does.
   */
  act(event: PathEvent): Promise<void>;
  /**
   * Sets up what the event `next` needs. Call it one event early, before the previous event is caused. If `next` is the
   * first event of the path, call it before `begin`. `next` is undefined if no event follows.
   */
  prepareFor?(next: PathEvent | undefined): Promise<void>;
  /**
   * Returns what the screen must show in a state. `event`: the event that led to the state; null in the first state.
   */
  expectedScreen(state: string, event: PathEvent | null): ExpectedScreen;
  /**
   * Whether the state machine stays in `state` until the next event of the path. If not, the screen of this state is
   * not checked, because it may be gone already.
   */
  isStable?(state: string): boolean;
};

/** Returns the entry of a state. Throws an error if there is none, so that no screen is left unchecked. */
export function entryOf<Entry>(entries: Readonly<Record<string, Entry>>, state: string): Entry {
  const entry = entries[state];
  if (entry === undefined) throw new Error(`nothing says what the screen shows in the state ${state}`);
  return entry;
}

/** A state machine that can be operated through the screens of the real site. */
export type DrivenMachine = {
  machine: string;
  createModel(stage: Stage): PageModel;
  /** Whether the browser ignores the content security policy, which would block the script that the model injects. */
  bypassCsp?: boolean;
};

/**
 * Events that the page may send by itself at any time. Such an event counts as the event of the path only if it leads
 * to the state that the path expects.
 */
const repeatedEvents = ['cart.updated', 'screen.requested'];

/**
 * Returns a function that says whether a step of the state machine was caused by the given event of the path.
 * `expected`: the state to which the event leads according to the path. For `connection.change`, the step must also
 * report the same connection (online or offline) as the path.
 */
export function matchesEvent({ type, isOnline }: PathEvent, expected: string): (step: SeenStep) => boolean {
  const [, actor, end] = /^(\w+) (done|failed)$/.exec(type) ?? [];
  if (actor) return ({ event }) => event === `xstate.${end === 'done' ? 'done' : 'error'}.actor.${actor}`;
  if (type.startsWith('after ')) return ({ event }) => event.startsWith(`xstate.after.${type.slice('after '.length)}.`);
  if (repeatedEvents.includes(type))
    return ({ event, value }) => event === type && stateName(value as StateValue) === expected;
  return ({ event, words }) => event === type && (typeof isOnline !== 'boolean' || words.isOnline === isOnline);
}
