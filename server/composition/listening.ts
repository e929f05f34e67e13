import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartError } from '../db/connection/start-error.ts';
import type { Env } from '../env.ts';

type Address = Pick<Env, 'HOST' | 'PORT'>;

/** If a port or address cannot be used, returns an error that says what to do. Returns any other error unchanged. */
function toStartError(error: unknown, { HOST, PORT }: Address): unknown {
  const code = (error as { code?: string }).code;
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${PORT} is taken by another program. Stop it, or choose another: PORT=3001 npm start`);
  if (code === 'EACCES')
    return new StartError(`Port ${PORT} may not be used by this user. Choose one above 1023: PORT=3000 npm start`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`HOST=${HOST} is not an address of this machine. Set 127.0.0.1, or 0.0.0.0 for all of them`);
  return error;
}

/**
 * Checks that the server will be able to listen. It is called before the database is migrated and the content is
 * loaded.
 * @throws StartError if the port is in use or not permitted
 */
export async function requireFreePort(address: Address): Promise<void> {
  const probe = createServer();
  try {
    probe.listen({ host: address.HOST, port: address.PORT });
    await once(probe, 'listening');
    probe.close();
    await once(probe, 'close');
  } catch (error) {
    throw toStartError(error, address);
  }
}

/** Makes the server listen and returns its address. @throws StartError if the port was taken after `requireFreePort` */
export async function listen(
  server: { listen(options: { host: string; port: number }): Promise<string> },
  address: Address,
): Promise<string> {
  try {
    return await server.listen({ host: address.HOST, port: address.PORT });
  } catch (error) {
    throw toStartError(error, address);
  }
}
