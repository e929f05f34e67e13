import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { documentSchemas } from '../../server/content/files/content-schema.ts';

const folder = join(import.meta.dirname, '../../content');

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, file), 'utf8'));
}

const refundPolicy = JSON.stringify(await readJson('policies/refund-policy.json'));
const brand = documentSchemas.brand.parse(await readJson('brand.json'));

it('the refund policy asks students to write to the address and phone of admissions, which cancels bookings', () => {
  expect(refundPolicy).toContain('reaches admissions');
  expect(refundPolicy.match(/[\w.]+@[\w.]+/g)).toEqual([brand.email]);
  expect(refundPolicy.match(/\d{5} \d{5}/g)).toEqual(brand.admissions_phones.slice(0, 1));
});
