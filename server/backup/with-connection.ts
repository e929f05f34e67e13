import pg from 'pg';
import { BackupError } from './archive.ts';

/**
 * Runs `work` with a new connection to the database, and closes the connection afterwards.
 * @throws BackupError with PostgreSQL's reason if PostgreSQL ended the connection; otherwise what `work` throws
 */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'landfall backup' });
  let lost: Error | undefined;
  // Without an `error` listener, a connection that is lost between two queries would crash the process.
  client.on('error', (error) => {
    lost ??= error;
  });
  await client.connect();
  try {
    return await work(client);
  } catch (error) {
    const reason = error instanceof pg.DatabaseError && error.severity === 'FATAL' ? error : lost;
    throw reason ? new BackupError(`PostgreSQL ended the connection: ${reason.message}`) : error;
  } finally {
    await client.end();
  }
}
