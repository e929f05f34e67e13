import { logClientError } from '../../contract/telemetry.ts';
import { ErrorLog } from './error-log.ts';
import { signOutNote } from './page-api.ts';
import { connection } from './page-connection.ts';
import { createSendReport } from './send-report.ts';

/** File of the page's first script: its name has the hash of everything that the page may load. */
function readRelease(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return (script?.src.split('/').at(-1) ?? 'unknown').replace(/\.\w+$/, '').slice(0, 100);
}

/** The page's reports. */
export const sendReport = createSendReport({
  send: (...request) => fetch(...request),
  isBarred: () => connection.isCut || signOutNote.isPending,
});

/** Errors of this page. */
export const errorLog = new ErrorLog({
  deliver: (report) => sendReport(logClientError, report),
  now: Date.now,
  path: () => window.landfallPath?.() ?? '',
  place: () => ({
    urlLocation: window.location.pathname.slice(0, 500),
    userAgent: navigator.userAgent.slice(0, 500),
    release: readRelease(),
  }),
});
