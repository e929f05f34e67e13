import { expect, it } from 'vitest';
import { readEnv } from '../../../../server/env.ts';
import { s3Port } from '../../../../server/providers/ports.ts';

const bucket = { S3_BUCKET: 'academy-files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

it('uploaded files are stored in an S3 bucket only if one is configured', () => {
  expect(s3Port(readEnv({})).blobs).toBeUndefined();
  expect(s3Port(readEnv(bucket)).blobs).toBeDefined();
});

it('a configured S3 bucket without credentials is refused, and the error names both missing variables', () => {
  expect(() => readEnv({ S3_BUCKET: 'academy-files' })).toThrow(/S3_ACCESS_KEY_ID[\s\S]*S3_SECRET_ACCESS_KEY/);
});

it('the configuration is refused if it has an S3 endpoint without a bucket, or an invalid bucket name', () => {
  expect(() => readEnv({ S3_ENDPOINT: 'https://s3.example.com' })).toThrow('S3_BUCKET');
  expect(() => readEnv({ ...bucket, S3_BUCKET: '../files' })).toThrow('S3_BUCKET');
});

it('production refuses an unencrypted S3 endpoint', () => {
  const read = (url: string) => () => readEnv({ ...bucket, LANDFALL_ENV: 'production', S3_ENDPOINT: url });
  expect(read('http://s3.example.com')).toThrow('S3_ENDPOINT');
  expect(read('https://s3.example.com')).not.toThrow('S3_ENDPOINT');
});
