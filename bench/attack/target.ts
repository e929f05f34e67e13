import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { storedKeys } from '../../server/configuration/vapid-keys.ts';
import { openConfiguredDatabase } from '../../server/db/open.ts';
import { serverCommand } from '../../setup/server-command.mjs';
import { type Child, startChild } from '../child.ts';
import type { Target } from './attack.ts';

const random = (bytes: number) => randomBytes(bytes).toString('hex');

/**
 * Rate limits that are raised, because some attacks would otherwise take a whole day. All other limits have their
 * defaults.
 */
const raisedLimits = { RATE_TELEMETRY: '1000000' };

/**
 * Environment variables with which a production server starts. The URLs of its providers lead to port 1, where nothing
 * listens, so the server reaches none of them.
 */
const production = (url: string): Record<string, string> => ({
  LANDFALL_ENV: 'production',
  DATABASE_URL: url,
  SECRET: random(32),
  PUBLIC_URL: 'https://academy.example.com',
  OTP_PROVIDER: 'msg91',
  MSG91_WIDGET_ID: 'widget',
  MSG91_TOKEN: 'token',
  MSG91_AUTH_KEY: random(16),
  MSG91_URL: 'https://127.0.0.1:1',
  PAYMENT_PROVIDER: 'cashfree',
  CASHFREE_CLIENT_ID: 'client',
  CASHFREE_CLIENT_SECRET: random(16),
  CASHFREE_MODE: 'production',
  CASHFREE_URL: 'https://127.0.0.1:1',
  SMTP_URL: 'smtps://user:hush@127.0.0.1:1',
  MAIL_FROM: 'bookings@example.com',
});

/** Starts a database and two servers that use it, all on 127.0.0.1, with their data in `folder`. */
export async function startTarget(folder: string): Promise<Target & { stop(): Promise<void> }> {
  const dataDir = join(folder, 'data');
  const stops: Array<() => Promise<void>> = [];
  const stop = async () => {
    for (const end of stops.toReversed()) await end();
  };
  const common = { DATA_DIR: dataDir, HOST: '127.0.0.1', LOG_LEVEL: 'error' };
  const start = async (variables: Record<string, string>): Promise<Child> => {
    return startChild(serverCommand, { ...common, ...variables });
  };
  try {
    const database = await openConfiguredDatabase({ dataDir });
    stops.push(database.stop);
    const startProduction = (variables: Record<string, string>) => start({ ...production(database.url), ...variables });
    const pushKeys = await storedKeys(dataDir);
    const demo = await start({ ...raisedLimits, ...pushKeys, DATABASE_URL: database.url, SECRET: random(32) });
    stops.push(demo.stop);
    const live = await startProduction({});
    stops.push(live.stop);
    return { db: database.db, port: demo.port, productionPort: live.port, startProduction, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
