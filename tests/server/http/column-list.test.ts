import { expect, it } from 'vitest';
import { readColumns } from '../../../server/http/column-list.ts';

const allowed = ['id', 'title', 'price'] as const;

it.each([
  ['title', ['title']],
  ['price,id', ['id', 'price']],
  [' title , id,,', ['id', 'title']],
])('the list of columns “%s” names the columns %j, in the order of the table', (text, names) => {
  expect(readColumns(text, allowed)).toEqual(names);
});

it.each([undefined, '', ' , '])('the empty list of columns “%s” names no columns', (text) => {
  expect(readColumns(text, allowed)).toBeUndefined();
});

it('a list with unknown columns is refused with a message that names them', () => {
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
