import { createApi } from '../../lib/api.ts';
import { connection } from '../connection/page-connection.ts';
import { PendingSignOut } from '../session/pending-sign-out.ts';
import { deviceStorage, subject } from '../session/subject.ts';
import { createPageFetch } from './page-fetch.ts';

const send: typeof fetch = (...request) => fetch(...request);

/**
 * Sends the student's sign-out if it has not reached the server yet. Has an API client of its own, because every call
 * of the page's client waits until the sign-out is delivered.
 */
export const pendingSignOut = new PendingSignOut(createApi(send), deviceStorage());

/** The `fetch` that all API calls of the page use. File downloads call it directly. */
export const pageFetch = createPageFetch({ send, connection, pendingSignOut, subject });

/**
 * The page's API client. Its calls update the connection state, and responses made for another student are rejected.
 */
export const pageApi = createApi(pageFetch);
