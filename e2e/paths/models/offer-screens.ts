import type { AnyStateMachine } from 'xstate';
import type { RestingStateName } from '../../../lab/chart/chart.ts';
import type { PathEvent } from '../../../lab/path-file.ts';
import { batchFull, failedText, unansweredText } from './cart-add-calls.ts';
import { type ExpectedScreen, entryOf, type ShownText } from './page-model.ts';

const failures: Record<string, ShownText> = {
  'addToCart done refused': batchFull,
  'addToCart done unanswered': unansweredText,
  'addToCart failed': failedText,
  'outbox.refused': batchFull,
};
const textsOfEveryOffer = {
  adding: ['Adding...'],
  added: [/^Added$/, 'Item added to cart'],
  queued: ['Waiting for connection', 'Saved on this device. We will send it when the connection is back.'],
} satisfies Record<string, ShownText[]>;

/**
 * The texts that Book Online shows in each state of a state machine, except the states whose texts are the same for
 * courses and packages.
 */
export type OwnTexts<Machine extends AnyStateMachine> = Record<
  Exclude<RestingStateName<Machine>, keyof typeof textsOfEveryOffer>,
  readonly ShownText[]
>;

/**
 * Returns what Book Online must show in this state of the machine that adds a course or package to the cart.
 * `ownTexts`: for each state, the texts that differ between courses and packages.
 */
export function expectedOfferScreen(
  ownTexts: Readonly<Record<string, readonly ShownText[]>>,
  state: string,
  event: PathEvent | null,
): ExpectedScreen {
  const lastEvent = [event?.type, event?.outcome].filter(Boolean).join(' ');
  const failure = state === 'failed' ? failures[lastEvent] : undefined;
  const texts = entryOf<readonly ShownText[]>({ ...textsOfEveryOffer, ...ownTexts }, state);
  return { texts: failure ? [failure, ...texts] : texts, url: '/course-booking' };
}
