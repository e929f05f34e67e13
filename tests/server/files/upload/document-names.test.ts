import { expect, it } from 'vitest';
import { addDocument } from '../../../../contract/documents.ts';
import { filePath } from '../../../../contract/files.ts';

const read = (document_name: string) =>
  addDocument.body.safeParse({ document_url: filePath(crypto.randomUUID()), category_name: 'personal', document_name });

it.each([
  ['control characters', 'CDC\u0000\u001b[31m.pdf', 'CDC[31m.pdf'],
  ['characters that change the writing direction', 'invoice\u202efdp.exe\u2066', 'invoicefdp.exe'],
  ['line breaks', 'CDC\r\n\u2028page', 'CDCpage'],
])('the name of an uploaded document is cleaned of unwanted characters: %s', (_, name, cleaned) => {
  expect(read(name).data?.document_name).toBe(cleaned);
});

it('the name of a document keeps the joiner characters of Indian scripts', () => {
  expect(read('क्\u200dष').data?.document_name).toBe('क्\u200dष');
});

it('a document’s name is rejected if it is empty after cleaning, or longer than 100 characters', () => {
  expect(read('\u202e\u0007 ').success).toBe(false);
  expect(read('a'.repeat(100)).success).toBe(true);
  expect(read('a'.repeat(101)).success).toBe(false);
});
