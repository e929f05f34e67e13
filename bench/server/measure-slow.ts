import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { hammer, mark } from '../measure.ts';
import { writeRequest } from './load.ts';

const slowSockets = 500;
const clients = 16;
/**
 * Budgets in milliseconds: for each response to another caller while the slow connections are open, and for the time
 * until the server has closed all slow connections.
 */
const [responseBudgetMs, closeBudgetMs] = [1000, 75_000];
/**
 * Milliseconds between two bytes of a slow connection: less than the server's idle timeout, so that this timeout never
 * applies.
 */
const pauseMs = 5_000;

/**
 * Opens a connection and sends a request that announces a body of 1,000 bytes, then one byte of it every five seconds.
 */
async function openSlow(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const headers = { 'x-client': 'web', 'content-type': 'application/json', 'content-length': '1000' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST /api/collect/user/activity/page HTTP/1.1\r\nhost: localhost\r\n${lines.join('\r\n')}\r\n\r\n{`);
  const timer = setInterval(() => socket.write(' '), pauseMs);
  socket.on('error', () => undefined).on('close', () => clearInterval(timer));
  return socket.resume();
}

/**
 * Measures the response times of other callers while 500 connections send their request bodies very slowly, and the
 * time until the server has closed all of these connections.
 */
export async function measureSlow(port: number): Promise<void> {
  const begun = performance.now();
  const sockets = await Promise.all(Array.from({ length: slowSockets }, () => openSlow(port)));
  const closed = Promise.all(sockets.map((socket) => (socket.closed ? null : once(socket, 'close'))));
  const request = writeRequest('GET', '/api/course/byCategory?category_id=1&limit=6', {});
  const load = await hammer(port, clients, () => request);
  const open = sockets.filter((socket) => !socket.closed).length;
  console.log(`Slow bodies: ${open} sockets that send a byte every ${pauseMs / 1000} s, ${clients} other clients`);
  const isFast = load.p99 <= responseBudgetMs && load.failures === 0;
  const rate = `${load.perSecond.toFixed(0)} per second, p99 ${load.p99.toFixed(0)} ms, ${load.failures} failed`;
  console.log(`  other clients: ${rate} (at most ${responseBudgetMs} ms)${mark(isFast)}`);
  await closed;
  const seconds = (performance.now() - begun) / 1000;
  const isClosed = seconds * 1000 <= closeBudgetMs;
  console.log(`  all closed after ${seconds.toFixed(0)} s (at most ${closeBudgetMs / 1000} s)${mark(isClosed)}`);
  if (!isFast || !isClosed) process.exitCode = 1;
}
