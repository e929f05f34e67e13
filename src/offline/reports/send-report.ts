import type { Endpoint } from '../../../contract/endpoint.ts';
import { clientHeader, clientName, markerHeader } from '../../../contract/headers.ts';

type SendReportDeps = {
  send: typeof fetch;
  /** True while no report may be sent: the page is offline, or a sign-out must reach the server first. */
  isBlocked: () => boolean;
};
type SendReport = (endpoint: Endpoint, body: object) => Promise<boolean>;

const timeoutMs = 15_000;

/**
 * Creates a function that sends a report: an error, a page view or activity of the session. The request continues after
 * its page is closed, does not change the connection state and never throws. It uses `fetch` with `keepalive`, since
 * `sendBeacon` cannot send the client header that our server requires. Resolves with true if our server accepted or
 * refused the report, false if a retry may help.
 */
export function createSendReport({ send, isBlocked }: SendReportDeps): SendReport {
  return async ({ method, url }, body) => {
    if (isBlocked()) return false;
    try {
      const response = await send(url, {
        method,
        headers: { [clientHeader]: clientName, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        credentials: 'same-origin',
        keepalive: true,
        priority: 'low',
        signal: AbortSignal.timeout(timeoutMs),
      });
      // Read the response to its end. Otherwise the call would count as aborted when the visitor leaves the page.
      await response.text();
      return response.headers.has(markerHeader) && response.status < 500 && response.status !== 429;
    } catch {
      return false;
    }
  };
}
