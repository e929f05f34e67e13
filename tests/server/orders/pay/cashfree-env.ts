import { type Env, readEnv } from '../../../../server/env.ts';
import { cashfreeAccess } from '../../../support/cashfree-server.ts';

/** Returns the settings of an academy whose payments go to the fake Cashfree server at `url`. */
export function cashfreeEnv(url: string): Env {
  return readEnv({
    LANDFALL_ENV: 'test',
    LOG_LEVEL: 'silent',
    RATE_ORDER: '100000',
    HOLDS_PER_ADDRESS: '100',
    PAYMENT_PROVIDER: 'cashfree',
    CASHFREE_CLIENT_ID: cashfreeAccess.clientId,
    CASHFREE_CLIENT_SECRET: cashfreeAccess.clientSecret,
    CASHFREE_URL: url,
    PUBLIC_URL: 'https://academy.example.com',
  });
}
