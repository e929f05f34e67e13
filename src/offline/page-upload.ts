import { createUpload } from '../lib/upload.ts';
import { signOutNote } from './page-api.ts';
import { connection } from './page-connection.ts';
import { createPageFetch } from './page-fetch.ts';
import { subject } from './subject.ts';

/** Milliseconds that an upload may take while bytes go out: 10 MB at 32 kbit/s. A silent line ends it much sooner. */
const patience = 45 * 60_000;

/** The page's uploads: the same rules as its other calls, students kept apart and the connection told (`page-fetch.ts`). */
export const uploadFile = createUpload((send) =>
  createPageFetch({ send, connection, note: signOutNote, subject, patience }),
);
