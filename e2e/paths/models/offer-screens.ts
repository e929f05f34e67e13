import type { PathEvent } from '../../../lab/path-file.ts';
import { batchFull, failedText, unansweredText } from './cart-add-calls.ts';
import type { ExpectedScreen, ShownText } from './page-model.ts';

type Texts = Record<string, readonly ShownText[]>;

const failures: Record<string, ShownText> = {
  'addToCart done refused': batchFull,
  'addToCart done unanswered': unansweredText,
  'addToCart failed': failedText,
  'outbox.refused': batchFull,
};
const textsOfEveryOffer: Texts = {
  adding: ['Adding...'],
  added: [/^Added$/, 'Item added to cart'],
  queued: ['Waiting for connection', 'Saved on this device. We will send it when the connection is back.'],
};

/**
 * Returns what Book Online must show in this state of the machine that adds a course or package to the cart.
 * `ownTexts`: for each state, the texts that differ between courses and packages.
 */
export function expectedOfferScreen(ownTexts: Texts, state: string, event: PathEvent | null): ExpectedScreen {
  const lastEvent = [event?.type, event?.outcome].filter(Boolean).join(' ');
  const failure = state === 'failed' ? failures[lastEvent] : undefined;
  const texts = textsOfEveryOffer[state] ?? ownTexts[state] ?? [];
  return { texts: failure ? [failure, ...texts] : texts, url: '/course-booking' };
}
