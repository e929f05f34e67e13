import type { ConnectionState } from './connection.ts';
import { connection, useConnection } from './page-connection.ts';

/**
 * Why our server cannot be reached, and when to try again, as parts of sentences. `whenBack`: when the site goes on by itself,
 * without a new try.
 */
export type Unreachable = { reason: string; when: string; whenBack: string };

const backOnline = 'when you are back online';
const whenBack = 'when the connection is back';
const answersAgain = 'when our server answers again';
const noResponse: Unreachable = { reason: 'Our server did not respond', when: 'in a moment', whenBack };

const texts: Record<ConnectionState, Unreachable> = {
  // So far only one call got no response, so the reason is not known yet.
  unknown: noResponse,
  online: noResponse,
  offline: { reason: 'You are offline', when: backOnline, whenBack },
  portal: { reason: 'This network does not connect to our site', when: backOnline, whenBack },
  serverDown: { reason: 'Our server is not answering', when: answersAgain, whenBack: answersAgain },
};

/** Why a call that has just failed got no response. */
export function unreachable(): Unreachable {
  return texts[connection.state];
}

/** Why our server cannot be reached now, as a hook. */
export function useUnreachable(): Unreachable {
  return texts[useConnection()];
}
