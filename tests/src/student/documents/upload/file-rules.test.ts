import { describe, expect, it } from 'vitest';
import { documentNameOf, fileError } from '../../../../../src/student/documents/upload/file-rules.ts';

const tenMegabytes = 10 * 1024 * 1024;
const pdf = { name: 'cdc.pdf', type: 'application/pdf', size: 2000 };

describe('a chosen document file', () => {
  it.each([
    [{}, null],
    [{ type: '', name: 'CDC.PDF' }, null],
    [{ size: tenMegabytes }, null],
    [{ size: tenMegabytes + 1 }, 'File size must be less than 10MB.'],
    [{ type: 'image/png' }, 'Only PDF files are allowed.'],
    [{ type: '', name: 'cdc' }, 'Only PDF files are allowed.'],
    [{ type: 'text/html', name: 'cdc.pdf' }, 'Only PDF files are allowed.'],
    [{ type: 'image/png', size: tenMegabytes + 1 }, 'Only PDF files are allowed.'],
  ])(
    'for a 2 KB PDF file with the changes %j, the check before a document upload returns the error %j (null: the file is accepted)',
    (change, error) => {
      expect(fileError({ ...pdf, ...change })).toBe(error);
    },
  );
});

describe('the suggested name of a document', () => {
  it.each([
    ['Asha_Nair_CDC.pdf', 'Asha Nair CDC'],
    ['passport', 'passport'],
    ['.pdf', ''],
    [`${'x'.repeat(140)}.pdf`, 'x'.repeat(100)],
  ])('for an uploaded file with the name %s, the suggested document name is %j', (file, name) => {
    expect(documentNameOf(file)).toBe(name);
  });
});
