import { describe, expect, it } from 'vitest';
import { describeMisspelt, readEnv, servesDeveloperPages } from '../../../server/env.ts';

describe('misspelt variables', () => {
  it.each([
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['PROT', 'PORT'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['RATE_READS', 'RATE_READ'],
    ['LANDFAL_ENV', 'LANDFALL_ENV'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['CASHFREE_CLIENTSECRET', 'CASHFREE_CLIENT_SECRET'],
  ])('the misspelt environment variable %s is reported with the nearest real name %s', (name, real) => {
    expect(describeMisspelt({ [name]: 'x' })).toEqual([`${name} is not read: did you mean ${real}?`]);
  });

  it('an unknown environment variable that begins like a variable of the server is reported', () => {
    expect(describeMisspelt({ CASHFREE_WEBHOOK_ADDRESS: 'x' })).toEqual([
      'CASHFREE_WEBHOOK_ADDRESS is not read: there is no such variable',
    ]);
  });

  it('known environment variables, empty ones and those of the operating system are not reported as unknown', () => {
    const variables = {
      ...{ PORT: '3000', LANDFALL_ACTOR: 'asha', UNIT_WORKERS: '2', PUBLIC_ULR: '', RATE_ODER: undefined },
      ...{ PATH: '/bin', HOME: '/root', PWD: '/', USER: 'a', SHELL: 'sh', HOSTNAME: 'a', LANG: 'C', TERM: 'x' },
      ...{ NODE_ENV: 'production', NODE_OPTIONS: '', HTTP_PROXY: 'x', npm_config_cache: 'x', EDITOR: 'vi', _: 'node' },
    };
    expect(describeMisspelt(variables)).toEqual([]);
  });
});

describe('trusted proxies', () => {
  it.each([
    ['10.0.0.5', ['10.0.0.5']],
    ['10.1.0.0/16, loopback', ['10.1.0.0/16', 'loopback']],
    ['2001:db8::/32', ['2001:db8::/32']],
  ])('the environment variable TRUSTED_PROXIES accepts the value %s', (text, parts) => {
    expect(readEnv({ TRUSTED_PROXIES: text }).TRUSTED_PROXIES).toEqual(parts);
  });

  it.each(['true', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0', 'proxy.example.com', '10.0.0.1,,'])(
    'the environment variable TRUSTED_PROXIES refuses the value %s',
    (text) => {
      expect(() => readEnv({ TRUSTED_PROXIES: text })).toThrow('TRUSTED_PROXIES: addresses and ranges');
    },
  );

  it('the default value of the environment variable TRUSTED_PROXIES is “loopback”', () => {
    expect(readEnv({}).TRUSTED_PROXIES).toEqual(['loopback']);
  });
});

it.each([
  ['RATE_LOOKUP', '3000000000', 'at most 10000000'],
  ['RATE_READ', '99999999999', 'at most 1000000000'],
])(
  'the environment variable %s=%s is refused, because this rate limit is too large for the database',
  (name, value, message) => {
    expect(() => readEnv({ [name]: value })).toThrow(`${name}: ${message}`);
  },
);

it('the server has developer pages by default outside production, and in production only if they are switched on', () => {
  const env = (changed: Record<string, string>) => servesDeveloperPages({ ...readEnv({}), ...readEnv(changed) });
  expect(env({})).toBe(true);
  expect(env({ DEVELOPER_PAGES: 'off' })).toBe(false);
  const production = { ...readEnv({}), LANDFALL_ENV: 'production' as const };
  expect(servesDeveloperPages(production)).toBe(false);
  expect(servesDeveloperPages({ ...production, DEVELOPER_PAGES: 'on' })).toBe(true);
});
