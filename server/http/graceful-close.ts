import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How often to close connections that have become idle, in milliseconds. */
const reapEveryMs = 100;
/** How long `close` waits for handlers of disconnected callers, in milliseconds. */
const handlerGraceMs = 5_000;

/** Closes a server without cutting off requests that it has begun to handle. */
export type GracefulClose = {
  /** True from the moment that `close` was called. */
  readonly isStopping: boolean;
  /**
   * Stops listening, ends idle connections and lets requests finish. After `timeoutMs`, the remaining connections are
   * cut off. Resolves when no handler is running, but waits for handlers of disconnected callers only a few seconds.
   * Returns how many requests were cut off.
   */
  close(timeoutMs: number): Promise<number>;
};

/** Prepares a server for `close`. Call this before its routes are registered. */
export function prepareGracefulClose(app: FastifyInstance): GracefulClose {
  const running = new Set<Promise<unknown>>();
  const sockets = new Set<Socket>();
  let isStopping = false;
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // Track all running handlers. When a caller disconnects, the handler continues and may still need the database.
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function track(request, reply) {
      const result: unknown = handler.call(this, request, reply);
      if (!(result instanceof Promise)) return result;
      const settled = result.catch(() => undefined).finally(() => running.delete(settled));
      running.add(settled);
      return result;
    };
  });
  app.addHook('onSend', async (_, reply) => {
    // Close the connection after this response. Otherwise the client would send its next request on a connection that
    // is about to be closed.
    if (isStopping) reply.header('connection', 'close');
  });
  return {
    get isStopping() {
      return isStopping;
    },
    async close(timeoutMs) {
      isStopping = true;
      let cutOff = 0;
      const closed = app.close();
      const reap = setInterval(() => {
        // A connection becomes idle when its last response has been sent, so close idle connections repeatedly.
        app.server.closeIdleConnections();
        // Browsers open connections in advance. Node does not count a connection as idle if it was never used, so close
        // it here.
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      }, reapEveryMs);
      const deadline = setTimeout(() => {
        cutOff = running.size;
        app.server.closeAllConnections();
      }, timeoutMs);
      try {
        await closed;
      } finally {
        clearInterval(reap);
        clearTimeout(deadline);
      }
      await Promise.race([Promise.all(running), pause(handlerGraceMs, undefined, { ref: false })]);
      return cutOff;
    },
  };
}
