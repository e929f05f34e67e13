// A plain file server, the baseline with which `npm run bench:api` compares the catalogue.
// Usage: node bench/server/static-server.ts <folder>
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';

const server = fastify();
await server.register(fastifyStatic, { root: process.argv[2] ?? '.', preCompressed: true });
console.log(`listening … ${await server.listen({ host: '127.0.0.1', port: 0 })}`);
