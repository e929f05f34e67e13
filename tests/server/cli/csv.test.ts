import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from '../../../contract/csv-line.ts';
import { readCsv } from '../../../server/student/import/csv-reader.ts';

describe('writing CSV', () => {
  it.each([
    [['a', 1, null], 'a,1,\r\n'],
    [['Nair, Asha'], '"Nair, Asha"\r\n'],
    [['"Asha"'], '"""Asha"""\r\n'],
    [['two\nlines', 'two\r\nlines'], '"two\nlines","two\r\nlines"\r\n'],
    [[' spaces '], '" spaces "\r\n'],
    [['نور', '\u202eevil'], 'نور,\u202eevil\r\n'],
    [[-5, 0.5], '-5,0.5\r\n'],
  ])('csvLine writes the cells %j as the CSV line %j', (cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });

  it.each([
    '=1+1',
    '+911234',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\u00a0=1',
    '＝1',
    '＋1',
    '－1',
    '＠a',
  ])('csvLine puts an apostrophe before the text %j, which a spreadsheet would run as a formula', (text) => {
    expect(csvLine([text])).toBe(`"'${text}"\r\n`);
  });

  it('csvLine escapes the quotes of a formula, so that the formula stays in one cell', () => {
    expect(csvLine(['=HYPERLINK("http://x","y")', 'next'])).toBe(`"'=HYPERLINK(""http://x"",""y"")",next\r\n`);
  });
});

describe('reading CSV', () => {
  const cells = (text: string) => readCsv(text).records.map((record) => record.cells);

  it.each([
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n\n\r\n1,2\n\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['"a ""b""",c', [['a "b"', 'c']]],
    ['"a,b","c\r\nd\ne"', [['a,b', 'c\r\nd\ne']]],
    ['a,', [['a', '']]],
    [',', [['', '']]],
    ['""', [['']]],
    [
      '"",""\n,',
      [
        ['', ''],
        ['', ''],
      ],
    ],
    ['', []],
    ['a b, c ', [['a b', ' c ']]],
  ])('readCsv reads the text %j as the cells %j', (text, records) => {
    expect(cells(text)).toEqual(records);
    expect(readCsv(text).fault).toBeNull();
  });

  it.each(['\n', '\r\n'])(
    'the line numbers that readCsv reports for records and errors count each line end %j, even within quotes',
    (end) => {
      const { records, fault } = readCsv(['a', '"b', 'b', 'b"', '', 'c', 'd"'].join(end));
      expect(records.map(({ line }) => line)).toEqual([1, 2, 6]);
      expect(fault?.line).toBe(7);
    },
  );

  it.each([
    ['a\nb"c', 2, 'quote inside a field without quotes'],
    ['a\n"b"c', 2, 'text after a closing quote'],
    ['a\n"b\nc', 2, 'a quote that is never closed'],
  ])('readCsv reports the line and the reason of the syntax error in %j', (text, line, reason) => {
    const { fault } = readCsv(text);
    expect(fault?.line).toBe(line);
    expect(fault?.reason).toContain(reason);
  });

  it('readCsv needs less than two seconds to report a quote that is not closed in 900 KB of text', () => {
    const began = performance.now();
    expect(readCsv(`a,"${'b""'.repeat(300_000)}`).fault).not.toBeNull();
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('readCsv returns the cells that csvLine wrote, except for the apostrophe before formulas', () => {
    const isFormula = /^'(?=\s*[=+\-@＝＋－＠]|[\t\r\n])/;
    const text = fc
      .string({ unit: 'grapheme', maxLength: 8 })
      .filter((one) => !one.includes('\0') && !isFormula.test(one));
    const special = fc.constantFrom('"', ',', '\n', '\r\n', '=1', "'", ' ', '');
    const record = fc.array(fc.oneof(text, special), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(record, { maxLength: 6 }), (records) => {
        const { records: read, fault } = readCsv(records.map(csvLine).join(''));
        expect(fault).toBeNull();
        expect(read.map((one) => one.cells.map((cell) => cell.replace(isFormula, '')))).toEqual(records);
      }),
      { numRuns: 500 },
    );
  });
});
