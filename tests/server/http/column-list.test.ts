import { expect, it } from 'vitest';
import { readColumns } from '../../../server/http/column-list.ts';

const allowed = ['id', 'title', 'price'] as const;

it.each([
  ['title', ['title']],
  ['price,id', ['id', 'price']],
  [' title , id,,', ['id', 'title']],
])('readColumns reads the list “%s” as the columns %j, in the order of the allowed columns', (text, names) => {
  expect(readColumns(text, allowed)).toEqual(names);
});

it.each([undefined, '', ' , '])('readColumns returns undefined for the list “%s”, which names no column', (text) => {
  expect(readColumns(text, allowed)).toBeUndefined();
});

it('readColumns refuses a list with unknown columns, and the error message names these columns', () => {
  const refusalOf = (text: string, parameter?: string) => {
    try {
      readColumns(text, allowed, parameter);
    } catch (error) {
      return error;
    }
  };
  const message = 'Unknown column: secret, hash';
  const refusal = { status: 400, code: 'INVALID_REQUEST', message };
  expect(refusalOf('secret,id,hash')).toMatchObject({ ...refusal, fields: { columns: message } });
  expect(refusalOf('secret,id,hash', 'batchColumns')).toMatchObject({ ...refusal, fields: { batchColumns: message } });
  expect(refusalOf('x'.repeat(300))).toMatchObject({ message: `Unknown column: ${'x'.repeat(200)}` });
});
