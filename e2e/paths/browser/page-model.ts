import type { Page } from '@playwright/test';
import type { PathEvent, PathValue } from '../../../contract/path-file.ts';
import type { SiteServer } from '../../support/site-server.ts';
import type { MachineWatch, SeenMoment } from './machine-watch.ts';

/** Where a path is walked: a page of its own on the real site. */
export type Stage = { page: Page; site: SiteServer; watch: MachineWatch };

/** A text that is to be seen; a pattern where part of it is not known before. */
export type ShownText = string | RegExp;

/** What the screen shows in a state: texts, the path of the address, and names of buttons and links that are not there. */
export type StateSight = { texts: readonly ShownText[]; url: string | RegExp; absent?: readonly string[] };

/** How one machine is driven through the screens of the real site. */
export type PageModel = {
  /** Brings about where the machine begins, and opens its page. */
  begin(input: PathValue): Promise<void>;
  /** Makes the event happen: by clicks and keys where a person makes it, else by what the server or the network does. */
  act(event: PathEvent): Promise<void>;
  /** Told which event comes after the one that is made now, for what must stand ready before. */
  foresee?(next: PathEvent | undefined): Promise<void>;
  /** What a person sees in the state, after this event (null at the start). */
  sight(state: string, event: PathEvent | null): StateSight;
  /** Whether what a person sees stays until the next event: else a glimpse may be over before anybody looks. */
  isLasting?(state: string): boolean;
};

/** A machine that can be driven. */
export type DrivenMachine = {
  machine: string;
  createModel(stage: Stage): PageModel;
  /** A provider's script is played to the page, which the site of the sandbox forbids. */
  hasForeignScript?: boolean;
  /** Whether a screen can make this event in this state, after that event; a path that needs it otherwise is not chosen. */
  canMake?(from: string, event: PathEvent, before: PathEvent | null): boolean;
};

/** The event as the machine hears it; of the connection, also which way it changed. */
export function isHeardAs({ type, isOnline }: PathEvent): (moment: SeenMoment) => boolean {
  const [, actor, end] = /^(\w+) (done|failed)$/.exec(type) ?? [];
  if (actor) return ({ event }) => event === `xstate.${end === 'done' ? 'done' : 'error'}.actor.${actor}`;
  if (type.startsWith('after ')) return ({ event }) => event.startsWith(`xstate.after.${type.slice('after '.length)}.`);
  return ({ event, words }) => event === type && (typeof isOnline !== 'boolean' || words.isOnline === isOnline);
}
