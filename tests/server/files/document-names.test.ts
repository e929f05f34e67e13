import { expect, it } from 'vitest';
import { addDocument, longestDocumentName } from '../../../contract/documents.ts';
import { filePath } from '../../../contract/files.ts';

const read = (document_name: string) =>
  addDocument.body.safeParse({ document_url: filePath(crypto.randomUUID()), category_name: 'personal', document_name });

it.each([
  ['controls', 'CDC\u0000\u001b[31m.pdf', 'CDC[31m.pdf'],
  ['signs that turn the direction of writing', 'invoice\u202efdp.exe\u2066', 'invoicefdp.exe'],
  ['line ends', 'CDC\r\n\u2028page', 'CDCpage'],
])('a document’s name loses its %s', (_, name, kept) => {
  expect(read(name).data?.document_name).toBe(kept);
});

it('a document’s name keeps what scripts of India are joined with', () => {
  expect(read('क्\u200dष').data?.document_name).toBe('क्\u200dष');
});

it('a name of nothing else, or too long a one, is none', () => {
  expect(read('\u202e\u0007 ').success).toBe(false);
  expect(read('a'.repeat(longestDocumentName + 1)).success).toBe(false);
});
