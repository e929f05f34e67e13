import { createUpload } from '../../lib/upload.ts';
import { connection } from '../connection/page-connection.ts';
import { subject } from '../session/subject.ts';
import { pendingSignOut } from './page-api.ts';
import { createPageFetch } from './page-fetch.ts';

/**
 * Timeout that is enough for 10 MB at 32 kbit/s. An upload without progress is aborted much earlier (`uploadStallMs`).
 */
const timeoutMs = 45 * 60_000;

/**
 * Uploads a file. The upload follows the rules of the page's other calls (`page-fetch.ts`), but with a longer timeout.
 */
export const uploadFile = createUpload((send) =>
  createPageFetch({ send, connection, pendingSignOut, subject, timeoutMs }),
);
