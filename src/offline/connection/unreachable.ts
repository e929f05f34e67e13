import type { ConnectionState } from './connection.ts';
import { connection, useConnection } from './page-connection.ts';

/**
 * Phrases about the connection to our server. `reason`: why the server cannot be reached. `when`: when the
 * student can try again. `whenBack`: when the site will continue by itself.
 */
export type Unreachable = { reason: string; when: string; whenBack: string };

const backOnline = 'when you are back online';
const whenBack = 'when the connection is back';
const answersAgain = 'when our server answers again';
const noResponse: Unreachable = { reason: 'Our server did not respond', when: 'in a moment', whenBack };

const texts: Record<ConnectionState, Unreachable> = {
  // In the state `unknown`, no request has ended yet, so it is not known whether the connection or our server fails.
  unknown: noResponse,
  online: noResponse,
  offline: { reason: 'You are offline', when: backOnline, whenBack },
  portal: { reason: 'This network does not connect to our site', when: backOnline, whenBack },
  serverDown: { reason: 'Our server is not answering', when: answersAgain, whenBack: answersAgain },
};

/** Says why a call that has just failed got no response. */
export function unreachable(): Unreachable {
  return texts[connection.state];
}

/** React hook that says why our server cannot be reached now, and when it can be tried again. */
export function useUnreachable(): Unreachable {
  return texts[useConnection()];
}
