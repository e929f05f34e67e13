import { logClientError } from '../../../contract/telemetry.ts';
import { readStartScript } from '../../lib/start-script.ts';
import { pendingSignOut } from '../calls/page-api.ts';
import { connection } from '../connection/page-connection.ts';
import { ErrorLog } from './error-log.ts';
import { createSendReport } from './send-report.ts';

/** Name of the page's first script, which identifies the release. */
const readRelease = () =>
  (readStartScript(document)?.split('/').at(-1) ?? 'unknown').replace(/\.\w+$/, '').slice(0, 100);

/** Sends a report to the server: an error, a page view or the activity of a session. */
export const sendReport = createSendReport({
  send: (...request) => fetch(...request),
  isBlocked: () => connection.isOffline || pendingSignOut.isPending,
});

/** Reports errors of this page to the server. */
export const errorLog = new ErrorLog({
  deliver: (report) => sendReport(logClientError, report),
  now: Date.now,
  path: () => window.landfallPath?.() ?? '',
  environment: () => ({
    urlLocation: window.location.pathname.slice(0, 500),
    userAgent: navigator.userAgent.slice(0, 500),
    release: readRelease(),
  }),
});
