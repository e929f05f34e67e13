import type { ConnectionState } from './connection.ts';
import { connection, useConnection } from './page-connection.ts';

/** Why our server cannot be reached, and when to try again, as parts of sentences. */
export type Unreachable = { reason: string; when: string };

const backOnline = 'when you are back online';
const noResponse: Unreachable = { reason: 'Our server did not respond', when: 'in a moment' };

const texts: Record<ConnectionState, Unreachable> = {
  // So far only one call got no response, so the reason is not known yet.
  unknown: noResponse,
  online: noResponse,
  offline: { reason: 'You are offline', when: backOnline },
  portal: { reason: 'This network does not connect to our site', when: backOnline },
  serverDown: { reason: 'Our server is not answering', when: 'when our server answers again' },
};

/** Why a call that has just failed got no response. */
export function unreachable(): Unreachable {
  return texts[connection.state];
}

/** Why our server cannot be reached now, as a hook. */
export function useUnreachable(): Unreachable {
  return texts[useConnection()];
}
