import type { Endpoint } from '../../contract/endpoint.ts';
import { clientHeader, clientName, markerHeader } from '../../contract/headers.ts';

export type SendReportParts = {
  send: typeof fetch;
  /** No report goes out: there is no connection, or a sign-out has to reach the server first. */
  isBarred: () => boolean;
};
export type SendReport = (endpoint: Endpoint, body: object) => Promise<boolean>;

const patience = 15_000;

/**
 * Sends a report beside everything else: it outlives its page, feeds no connection state and never throws. `sendBeacon`
 * cannot carry the client header that our server wants, `fetch` with `keepalive` can.
 * True where our server took it, or never will; false where another try may help.
 */
export function createSendReport({ send, isBarred }: SendReportParts): SendReport {
  return async ({ method, url }, body) => {
    if (isBarred()) return false;
    try {
      const answer = await send(url, {
        method,
        headers: { [clientHeader]: clientName, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        credentials: 'same-origin',
        keepalive: true,
        priority: 'low',
        signal: AbortSignal.timeout(patience),
      });
      // Read to its end, or leaving the page would count as a broken call.
      await answer.text();
      return answer.headers.has(markerHeader) && answer.status < 500 && answer.status !== 429;
    } catch {
      return false;
    }
  };
}
