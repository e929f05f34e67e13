import { createApi } from '../../lib/api.ts';
import { connection } from '../connection/page-connection.ts';
import { PendingSignOut } from '../session/pending-sign-out.ts';
import { deviceStorage, subject } from '../session/subject.ts';
import { createPageFetch } from './page-fetch.ts';

const send: typeof fetch = (...request) => fetch(...request);

/**
 * The sign-out that has not reached the server yet. It has its own API client, because the page's fetch waits until the
 * sign-out is delivered.
 */
export const pendingSignOut = new PendingSignOut(createApi(send), deviceStorage());

/** The fetch of all API calls of the page. File downloads use it directly. */
export const pageFetch = createPageFetch({ send, connection, pendingSignOut, subject });

/**
 * The page's API client. Its calls update the connection state, and responses made for another student are rejected.
 */
export const pageApi = createApi(pageFetch);
