import { createApi } from '../lib/api.ts';
import { connection } from './page-connection.ts';
import { createPageFetch } from './page-fetch.ts';
import { SignOutNote } from './sign-out-note.ts';
import { deviceStorage, subject } from './subject.ts';

const send: typeof fetch = (...request) => fetch(...request);

/** Sign-out that waits to be delivered; it goes past the page's fetch, which waits for it. */
export const signOutNote = new SignOutNote(createApi(send), deviceStorage());

/** The page's way to the server; files are fetched by it directly. */
export const pageFetch = createPageFetch({ send, connection, note: signOutNote, subject });

/** The page's calls: they feed the connection state and keep students apart. */
export const pageApi = createApi(pageFetch);
