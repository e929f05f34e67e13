import { expect, it } from 'vitest';
import { readEnv } from '../../../../server/env.ts';
import { s3Port } from '../../../../server/providers/ports.ts';

const bucket = { S3_BUCKET: 'academy-files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

it('files are stored in a bucket only when one is configured', () => {
  expect(s3Port(readEnv({})).blobs).toBeUndefined();
  expect(s3Port(readEnv(bucket)).blobs).toBeDefined();
});

it('a bucket without credentials is refused, and the error names both missing variables', () => {
  expect(() => readEnv({ S3_BUCKET: 'academy-files' })).toThrow(/S3_ACCESS_KEY_ID[\s\S]*S3_SECRET_ACCESS_KEY/);
});

it('a bucket endpoint without a bucket and an invalid bucket name are refused', () => {
  expect(() => readEnv({ S3_ENDPOINT: 'https://s3.example.com' })).toThrow('S3_BUCKET');
  expect(() => readEnv({ ...bucket, S3_BUCKET: '../files' })).toThrow('S3_BUCKET');
});

it('production refuses an unencrypted bucket endpoint', () => {
  const read = (url: string) => () => readEnv({ ...bucket, LANDFALL_ENV: 'production', S3_ENDPOINT: url });
  expect(read('http://s3.example.com')).toThrow('S3_ENDPOINT');
  expect(read('https://s3.example.com')).not.toThrow('S3_ENDPOINT');
});
