import { connect, type Socket } from 'node:net';

/**
 * Opens a TCP connection and sends the text unchanged. Discards what the server responds, unless the caller listens for
 * `data`. Ignores errors of the socket, because a server may reset the connection.
 */
export function openSocket(port: number, text: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.on('error', () => {});
  // Read and discard what arrives: a socket that nobody reads does not notice when the server closes the connection.
  socket.resume();
  socket.write(text, 'latin1');
  return socket;
}

/**
 * Sends the text and collects the server's response, until the server closes the connection or `waitMs` have passed.
 */
export function exchange(port: number, text: string, waitMs: number): Promise<string> {
  const socket = openSocket(port, text);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(received);
    };
    const timer = setTimeout(end, waitMs);
    socket.once('close', end);
  });
}

/** Returns the status code of every HTTP response in the text that a server sent over one connection. */
export function statusesOf(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
