import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { connection } from './page-connection.ts';
import { persistQueries } from './query-persistence.ts';
import { queryStore } from './query-store.ts';
import { subject } from './subject.ts';
import { dropRecords, forgetStudent } from './wipe.ts';

const tabs =
  typeof window === 'undefined' || !('BroadcastChannel' in window) ? null : new BroadcastChannel('landfall-sign-out');

/** Tells the other tabs that this student has signed out. */
export function tellSignOut(student: string): void {
  tabs?.postMessage(student);
}

/**
 * Before anything is drawn: queries are stored and restored, and a change of student empties the page.
 * `identity` is the key of the queries that say who is signed in; `stands` settles when the first page is drawn.
 */
export function startOffline(queryClient: QueryClient, identity: QueryKey, stands: Promise<void>): void {
  subject.follow(window);
  subject.subscribe((before) => {
    if (before && before !== subject.student) forgetStudent(queryClient, identity);
  });
  tabs?.addEventListener('message', (event: MessageEvent<string>) => {
    subject.leave();
    void dropRecords(queryStore, event.data);
  });
  persistQueries(queryClient, { storage: queryStore, subject, stands });
  let wasCut = false;
  connection.subscribe(() => {
    if (wasCut && !connection.isCut) void queryClient.refetchQueries({ type: 'active', stale: true });
    wasCut = connection.isCut;
  });
  connection.start(window);
}
