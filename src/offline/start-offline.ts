import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { loadPatiently } from '../lib/lazy-part.ts';
import { pendingSignOut } from './calls/page-api.ts';
import { connection } from './connection/page-connection.ts';
import { deviceStore } from './saved/device-store.ts';
import { persistQueries } from './saved/query-persistence.ts';
import { deleteDraftsOf } from './session/drafts.ts';
import { endPush } from './session/end-push.ts';
import { subject } from './session/subject.ts';
import { clearStudentQueries, deleteRecords } from './session/wipe.ts';

const tabs =
  typeof window === 'undefined' || !('BroadcastChannel' in window) ? null : new BroadcastChannel('landfall-sign-out');

/** Notifies the other tabs that this student has signed out. */
export function notifySignOut(student: string): void {
  tabs?.postMessage(student);
}

/**
 * Starts what the site needs for offline use: saves and restores queries, refetches when the connection is back, and
 * removes a student's data when the student signs out or another one signs in. Call it before the first render.
 * `identity`: key of the queries that say who is signed in.
 */
export function startOffline(queryClient: QueryClient, identity: QueryKey, firstPaint: Promise<void>): void {
  subject.follow(window);
  subject.subscribe((before) => {
    if (!before || before === subject.student) return;
    clearStudentQueries(queryClient, identity);
    void endPush();
  });
  pendingSignOut.subscribe((student) => {
    if (subject.student === student) subject.leave();
    void loadPatiently(() => import('./sign-out.ts')).then(({ finishSignOut }) => finishSignOut());
  });
  tabs?.addEventListener('message', ({ data: student }: MessageEvent<string>) => {
    deleteDraftsOf(student);
    subject.refresh();
    // Delete the student's saved records only while nobody is signed in. A suspended tab learns of a sign-out late,
    // when the records may already belong to a new sign-in session.
    if (subject.student === null) void deleteRecords(deviceStore, student);
  });
  persistQueries(queryClient, { storage: deviceStore, subject, firstPaint });
  let wasOffline = false;
  connection.subscribe(() => {
    if (wasOffline && !connection.isOffline) void queryClient.refetchQueries({ type: 'active', stale: true });
    wasOffline = connection.isOffline;
  });
  connection.start(window);
}
