import { connect, type Socket } from 'node:net';

/**
 * Opens a connection and sends text as it is. Responses are dropped unless the caller listens for them. The socket's errors are
 * ignored: a server may reset it.
 */
export function openSocket(port: number, text: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.on('error', () => {});
  // Read from the socket, because it would otherwise not notice that the server closes it.
  socket.resume();
  socket.write(text, 'latin1');
  return socket;
}

/** Sends text and collects what the server responds until it closes the connection or `waitMs` have passed. */
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

/** The status codes of all responses in the text that a server sent. */
export function statusesOf(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
