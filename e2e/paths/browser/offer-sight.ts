import type { PathEvent } from '../../../contract/path-file.ts';
import { batchFull } from './cart-line.ts';
import type { ShownText, StateSight } from './page-model.ts';

type Texts = Record<string, readonly ShownText[]>;

const failures: Record<string, ShownText> = {
  'addToCart done refused': batchFull,
  'addToCart done unanswered': 'Something went wrong.',
  'addToCart failed': 'Failed to add to cart. Please try again.',
  'outbox.refused': batchFull,
};
const ofEveryOffer: Texts = {
  adding: ['Adding...'],
  added: [/^Added$/, 'Item added to cart'],
  queued: ['Waiting for connection', 'Kept on this device and sent as soon as the connection is back.'],
};

/** What Book Online shows of an add: the same for a course and a package, but for the texts of their own. */
export function offerSight(own: Texts, state: string, event: PathEvent | null): StateSight {
  const happened = [event?.type, event?.outcome].filter(Boolean).join(' ');
  const failure = state === 'failed' ? failures[happened] : undefined;
  const texts = ofEveryOffer[state] ?? own[state] ?? [];
  return { texts: failure ? [failure, ...texts] : texts, url: '/course-booking' };
}
