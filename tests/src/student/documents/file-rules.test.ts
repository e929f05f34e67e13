import { describe, expect, it } from 'vitest';
import { longestFile } from '../../../../contract/files.ts';
import { documentNameOf, fileFault } from '../../../../src/student/documents/file-rules.ts';

const pdf = { name: 'cdc.pdf', type: 'application/pdf', size: 2000 };

describe('a chosen file', () => {
  it.each([
    [{}, null],
    [{ type: '', name: 'CDC.PDF' }, null],
    [{ size: longestFile }, null],
    [{ size: longestFile + 1 }, 'File size must be less than 10MB.'],
    [{ type: 'image/png' }, 'Only PDF files are allowed.'],
    [{ type: '', name: 'cdc' }, 'Only PDF files are allowed.'],
    [{ type: 'text/html', name: 'cdc.pdf' }, 'Only PDF files are allowed.'],
    [{ type: 'image/png', size: longestFile + 1 }, 'Only PDF files are allowed.'],
  ])('with %j is refused by %s', (change, fault) => {
    expect(fileFault({ ...pdf, ...change })).toBe(fault);
  });
});

describe('a document’s first name', () => {
  it.each([
    ['Asha_Nair_CDC.pdf', 'Asha Nair CDC'],
    ['passport', 'passport'],
    ['.pdf', ''],
    [`${'x'.repeat(140)}.pdf`, 'x'.repeat(100)],
  ])('of %s is %s', (file, name) => {
    expect(documentNameOf(file)).toBe(name);
  });
});
