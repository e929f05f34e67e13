import { expect, it } from 'vitest';
import { readEnv } from '../../../../server/env.ts';
import { cashfreePort } from '../../../../server/providers/ports.ts';
import { fakeClock } from '../../../support/clock.ts';

const cashfree = {
  PAYMENT_PROVIDER: 'cashfree',
  CASHFREE_CLIENT_ID: 'id',
  CASHFREE_CLIENT_SECRET: 'cfsk_ma_0123456789abcdef',
};
const production = {
  ...cashfree,
  LANDFALL_ENV: 'production',
  SECRET: 'a secret of at least thirty-two letters',
  PUBLIC_URL: 'https://academy.example.com',
};

it('Cashfree is used only when it is the configured payment provider', () => {
  const port = (variables: Record<string, string>) => cashfreePort(readEnv(variables), fakeClock(), '/webhook');
  expect(port({}).payments).toBeUndefined();
  expect(port({ ...cashfree, PAYMENT_PROVIDER: 'sandbox' }).payments).toBeUndefined();
  expect(port(cashfree).payments?.name).toBe('cashfree');
});

it('the configuration error for Cashfree names both missing credentials', () => {
  const read = () => readEnv({ PAYMENT_PROVIDER: 'cashfree' });
  expect(read).toThrow(/CASHFREE_CLIENT_ID[\s\S]*CASHFREE_CLIENT_SECRET/);
});

it('the production settings refuse Cashfree’s sandbox and an unencrypted URL of Cashfree', () => {
  expect(() => readEnv(production)).toThrow('CASHFREE_MODE');
  const clear = { ...production, CASHFREE_MODE: 'production', CASHFREE_URL: 'http://gateway.example.com' };
  expect(() => readEnv(clear)).toThrow('CASHFREE_URL');
  expect(() => readEnv({ ...production, CASHFREE_MODE: 'production' })).not.toThrow('CASHFREE');
});
