import { createServer } from 'node:net';

/** Finds a free port on 127.0.0.1: `wanted` if it is free, otherwise one that the system picks. */
export function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (wanted === 0 || error.code !== 'EADDRINUSE') return reject(error);
      freePort().then(resolve, reject);
    });
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : wanted;
      server.close(() => resolve(port));
    });
  });
}
