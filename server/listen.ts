import type { FastifyInstance } from 'fastify';
import { StartError } from './db/start-error.ts';
import type { Env } from './env.ts';

/** Listens and answers the address. @throws StartError where the port is taken or forbidden */
export async function listen(server: FastifyInstance, env: Pick<Env, 'HOST' | 'PORT'>): Promise<string> {
  try {
    return await server.listen({ host: env.HOST, port: env.PORT });
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === 'EADDRINUSE')
      throw new StartError(
        `Port ${env.PORT} is taken by another program. Stop it, or choose another: PORT=3001 npm start`,
      );
    if (code === 'EACCES')
      throw new StartError(`Port ${env.PORT} may not be used by this user. Choose one above 1023: PORT=3000 npm start`);
    throw error;
  }
}
