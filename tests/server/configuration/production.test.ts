import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../server/env.ts';
import { productionEnv } from '../../support/production.ts';

const read = (changed: Record<string, string>) => () => readEnv({ ...productionEnv, ...changed });

it('a production configuration with real providers, strong secrets and TLS is accepted', () => {
  expect(read({})).not.toThrow();
});

describe('the public address in production', () => {
  it.each(['http://academy.example.com', 'http://localhost:3000'])(
    'a production configuration with the unencrypted PUBLIC_URL %s is refused',
    (url) => {
      expect(read({ PUBLIC_URL: url })).toThrow('PUBLIC_URL: sessions must not be sent unencrypted; use https');
    },
  );

  it.each([
    'https://academy.example.com/site',
    'https://academy.example.com/?a=1',
    'https://academy.example.com/#top',
    'https://user:hush@academy.example.com',
  ])('a production configuration with the PUBLIC_URL %s, which contains more than an origin, is refused', (url) => {
    expect(read({ PUBLIC_URL: url })).toThrow('without path, query or user: https://academy.example.com');
    expect(read({ PUBLIC_URL: url })).not.toThrow('hush');
  });

  it('a production configuration with a PUBLIC_URL that ends with a slash is accepted', () => {
    expect(read({ PUBLIC_URL: 'https://academy.example.com/' })).not.toThrow();
  });
});

describe('connections over the network in production', () => {
  it.each([
    ['SMTP_URL', 'smtp://user:hush@mail.example.com', 'use smtps://…, or add ?requireTLS=true'],
    ['SMTP_URL', 'smtp://mail.example.com?requireTLS=true&ignoreTLS=true', 'smtps://'],
    ['SMTP_URL', 'smtp://mail.example.com?secure=true', 'smtps://'],
    ['SMTP_URL', 'smtps://mail.example.com?tls.rejectUnauthorized=false', 'smtps://'],
    ['DATABASE_URL', 'postgres://landfall:hush@db.example.com/landfall', 'add ?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://landfall:hush@10.0.0.9/landfall?sslmode=prefer', 'add ?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://landfall:hush@10.0.0.9/landfall?sslmode=no-verify', 'add ?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://localhost/landfall?host=db.example.com', 'add ?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://localhost/landfall?host=localhost&host=db.example.com', 'add ?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://db.example.com/landfall?sslmode=verify-full&sslmode=disable', 'sslmode=verify-full'],
    ['NEWS_URL', 'http://news.example.com', 'use https'],
    ['MSG91_URL', 'http://control.example.com', 'use https'],
  ])(
    'a production configuration with the unencrypted or unverified connection %s=%s is refused',
    (name, url, advice) => {
      expect(read({ [name]: url })).toThrow(new RegExp(`${name}: .*${advice.replace(/[?.]/g, '\\$&')}`));
      expect(read({ [name]: url })).not.toThrow('hush');
    },
  );

  it.each([
    ['SMTP_URL', 'smtp://mail.example.com?requireTLS=true'],
    ['SMTP_URL', 'smtp://localhost:25'],
    ['SMTP_URL', 'smtp://[::1]:25'],
    ['DATABASE_URL', 'postgres://landfall@db.example.com/landfall?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://landfall@127.0.0.1:5432/landfall'],
    ['DATABASE_URL', 'postgres://landfall@localhost/landfall?host=/var/run/postgresql'],
    ['NEWS_URL', 'http://127.0.0.1:8080'],
    ['NEWS_URL', 'https://news.example.com'],
  ])('a production configuration with the encrypted or local connection %s=%s is accepted', (name, url) => {
    expect(read({ [name]: url })).not.toThrow();
  });

  it('a configuration outside production may have an unencrypted mail server', () => {
    expect(() => readEnv({ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'a@example.com' })).not.toThrow();
  });
});

describe('secrets in production', () => {
  it.each(['0'.repeat(32), ' '.repeat(40), 'abab'.repeat(10)])(
    'a production configuration with the easily guessed SECRET %j is refused',
    (secret) => {
      expect(read({ SECRET: secret })).toThrow('SECRET: too easy to guess');
    },
  );

  it.each([
    ['CASHFREE_CLIENT_SECRET', 's'],
    ['MSG91_AUTH_KEY', 'key'],
    ['S3_SECRET_ACCESS_KEY', 'short'],
  ])(
    'a production configuration is refused if the secret in the environment variable %s is too short',
    (name, secret) => {
      expect(
        read({ S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'x'.repeat(40), [name]: secret }),
      ).toThrow(`${name}: too short for a secret`);
    },
  );
});

it('a production configuration that accepts every TLS certificate is refused', () => {
  expect(read({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toThrow('NODE_TLS_REJECT_UNAUTHORIZED: anybody could pose as');
  expect(read({ NODE_TLS_REJECT_UNAUTHORIZED: '1' })).not.toThrow();
});

it('a production configuration that turns on the development server is refused', () => {
  expect(read({ LANDFALL_DEV: '1' })).toThrow('LANDFALL_DEV: it would serve the source code');
});
