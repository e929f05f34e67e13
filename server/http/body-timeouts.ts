import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Timeouts of a request body in milliseconds. `idleMs`: the longest time without a received byte. `totalMs`: the
 * longest time for the whole body.
 */
export type BodyTimeouts = { idleMs: number; totalMs: number };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Timeouts of this route's request body, if they differ from the default. */
    bodyTimeouts?: BodyTimeouts;
  }
}

/** The default timeouts. They are enough for the largest body of most routes, 256 KB, at 35 kbit/s. */
const usualTimeouts: BodyTimeouts = { idleMs: 15_000, totalMs: 60_000 };
const maxCheckIntervalMs = 1000;

/** A request whose body has not arrived completely. */
type OpenBody = {
  request: FastifyRequest;
  reply: FastifyReply;
  timeouts: BodyTimeouts;
  startedAt: number;
  /** The time of the last check that found new bytes. `bytesRead`: how many bytes the socket had received by then. */
  progressAt: number;
  bytesRead: number;
};

const timeoutResponse = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isDone({ raw }: FastifyRequest): boolean {
  return raw.complete || raw.readableEnded || raw.destroyed;
}

function close({ request, reply }: OpenBody): void {
  const { socket } = request.raw;
  if (socket.writable && !reply.raw.headersSent) socket.write(timeoutResponse);
  socket.destroy();
}

/**
 * Closes connections whose request body stalls or takes too long (decision 106, "Time out request bodies by looking at
 * all of them once a second"). Also covers bodies that no handler reads, such as that of a GET request.
 */
export function closeSlowBodies(app: FastifyInstance, usual: BodyTimeouts = usualTimeouts): void {
  const openBodies = new Set<OpenBody>();

  const check = () => {
    const now = performance.now();
    for (const body of openBodies) {
      const { request, timeouts } = body;
      const { bytesRead } = request.raw.socket;
      if (bytesRead !== body.bytesRead) Object.assign(body, { bytesRead, progressAt: now });
      const isLate = now - body.startedAt >= timeouts.totalMs || now - body.progressAt >= timeouts.idleMs;
      if (isDone(request)) openBodies.delete(body);
      else if (isLate) {
        openBodies.delete(body);
        close(body);
      }
    }
  };

  app.addHook('onRequest', async (request, reply) => {
    // Leave out requests that the server makes to itself: they have no connection that could be closed.
    if (!hasBody(request) || !(request.raw.socket instanceof Socket)) return;
    const now = performance.now();
    const { bytesRead } = request.raw.socket;
    const timeouts = request.routeOptions.config.bodyTimeouts ?? usual;
    openBodies.add({ request, reply, timeouts, startedAt: now, progressAt: now, bytesRead });
  });

  const timer = setInterval(check, Math.min(maxCheckIntervalMs, usual.idleMs / 4)).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
