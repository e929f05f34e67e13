import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { apiVersion, markerHeader } from '../../../../contract/headers.ts';
import { logClientError, logPage } from '../../../../contract/telemetry.ts';
import { pendingSignOut } from '../../../../src/offline/calls/page-api.ts';
import { connection } from '../../../../src/offline/connection/page-connection.ts';
import { errorLog, sendReport } from '../../../../src/offline/reports/page-reports.ts';
import { enterPortal } from '../../../support/server-down.ts';

const send = vi.fn<typeof fetch>(async () => new Response('{}', { headers: { [markerHeader]: apiVersion } }));
/** The body of the last report. */
const body = () => JSON.parse(String(send.mock.lastCall?.[1]?.body));

beforeEach(() => {
  send.mockClear();
  vi.stubGlobal('fetch', send);
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.head.querySelector('script')?.remove();
  pendingSignOut.withdraw();
  act(() => connection.report('ours'));
});

it('an error report contains the path of the page, the browser, the release and the last steps of the state machine', () => {
  const script = document.createElement('script');
  Object.assign(script, { type: 'module' }).dataset.src = '/assets/start-1a2b3c4d.js';
  document.head.append(script);
  vi.stubGlobal('landfallPath', () => 'login: step.back > choosingMethod');
  errorLog.report(new Error('a fault'), { source: 'page' });
  expect(send.mock.lastCall?.[0]).toBe(logClientError.url);
  expect(body()).toMatchObject({
    message: 'a fault',
    stack: expect.stringContaining('Last path: login: step.back > choosingMethod'),
    urlLocation: window.location.pathname,
    userAgent: navigator.userAgent,
    release: 'start-1a2b3c4d',
  });
});

it('the error report of a page without the script that identifies the release says that the release is unknown', () => {
  // Another test file in this process may have loaded the state machines. They set this global function, from which a
  // report takes the last steps.
  vi.stubGlobal('landfallPath', undefined);
  errorLog.report(new Error('another fault'), { source: 'page' });
  expect(body()).toMatchObject({ message: 'another fault', release: 'unknown' });
  expect(body().stack).not.toContain('Last path');
});

it('no report of a page visit is sent while our server cannot be reached or a sign-out is pending', async () => {
  const visit = { user_id: null, page_url: '/', action: 'enter' };
  pendingSignOut.record('asha');
  expect(await sendReport(logPage, visit)).toBe(false);
  pendingSignOut.withdraw();
  await enterPortal();
  vi.stubGlobal('fetch', send);
  expect(await sendReport(logPage, visit)).toBe(false);
  expect(send).not.toHaveBeenCalled();
  act(() => connection.report('ours'));
  expect(await sendReport(logPage, visit)).toBe(true);
  expect(send).toHaveBeenCalledTimes(1);
});
