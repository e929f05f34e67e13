import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.ts';

type MetricsServer = { address: string; close(): Promise<void> };

/**
 * Serves `GET /metrics` on a separate port, which should not be reachable from the Internet.
 * @throws Error if the port cannot be used
 */
export async function serveMetrics(metrics: Metrics, bind: { host: string; port: number }): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    metrics.read().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(bind);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://${bind.host}:${port}/metrics`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
