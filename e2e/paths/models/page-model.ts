import type { Page } from '@playwright/test';
import type { StateValue } from 'xstate';
import { stateName } from '../../../lab/chart/chart.ts';
import type { PathEvent, PathValue } from '../../../lab/path-file.ts';
import type { SiteServer } from '../../support/site/site-server.ts';
import type { MachineWatch, SeenStep } from '../machine-watch.ts';

/** Where a path is walked: a new page on the real site, and a reader of its machine. */
export type Stage = { page: Page; site: SiteServer; watch: MachineWatch };

/** A text that must be visible, or a pattern if part of it varies. */
export type ShownText = string | RegExp;

/**
 * What the screen must show in a state. `url`: the path of the page. `absent`: names of buttons and links that must not
 * exist.
 */
export type ExpectedScreen = { texts: readonly ShownText[]; url: string | RegExp; absent?: readonly string[] };

/**
 * Operates the real site so that one of its machines receives the events of a path, and knows what the screens must
 * show.
 */
export type PageModel = {
  /** Sets up what the machine's input requires, and opens the page with the machine. */
  begin(input: PathValue): Promise<void>;
  /** Causes the event: by clicks and keys if a person causes it, or else by how the server or the network behaves. */
  act(event: PathEvent): Promise<void>;
  /**
   * Called before each event with the event that follows it. The model can then set up in time what that later event needs.
   */
  prepareFor?(next: PathEvent | undefined): Promise<void>;
  /** What the screen must show in this state. `event`: the event that led to the state; null at the start. */
  expectedScreen(state: string, event: PathEvent | null): ExpectedScreen;
  /** Whether the screen stays in the state until the next event. If false, it is not checked, because it may be gone already. */
  isStable?(state: string): boolean;
};

/** A machine whose events can be caused through the screens of the real site. */
export type DrivenMachine = {
  machine: string;
  createModel(stage: Stage): PageModel;
  /**
   * If true, the browser ignores the content security policy, which would forbid the script that the model injects.
   */
  bypassCsp?: boolean;
};

/**
 * Events that pages may send at any time by themselves. Such an event counts only if it leads to the expected state.
 */
const repeatedEvents = ['cart.updated', 'screen.requested'];

/**
 * Returns a function that tells whether a step of the machine is this event of the path. `expected`: the state to which the
 * path's event leads. For a change of the connection, also the direction must be the same.
 */
export function matchesEvent({ type, isOnline }: PathEvent, expected: string): (step: SeenStep) => boolean {
  const [, actor, end] = /^(\w+) (done|failed)$/.exec(type) ?? [];
  if (actor) return ({ event }) => event === `xstate.${end === 'done' ? 'done' : 'error'}.actor.${actor}`;
  if (type.startsWith('after ')) return ({ event }) => event.startsWith(`xstate.after.${type.slice('after '.length)}.`);
  if (repeatedEvents.includes(type))
    return ({ event, value }) => event === type && stateName(value as StateValue) === expected;
  return ({ event, words }) => event === type && (typeof isOnline !== 'boolean' || words.isOnline === isOnline);
}
