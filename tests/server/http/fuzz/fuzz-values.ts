import fc from 'fast-check';

/**
 * Texts of kinds that often make programs fail: NUL, lone surrogates, non-Latin digits, names of prototype properties,
 * extreme numbers and dates, and texts that attempt SQL, HTML or path injection.
 */
export const hostileTexts: readonly string[] = [
  ...[
    '',
    ' ',
    '\t\r\n',
    '\0',
    'a\0b',
    '\ud800',
    'x\udc00y',
    '\ufeff',
    '\u202ea',
    '😀'.repeat(60),
    'é'.normalize('NFD'),
  ],
  ...['İSTANBUL@example.com', 'straße', 'ŉ', '﷽', '٩٨٧٦٥٠٠٠٠١', '９８７６５００００１', '١٢', '²', 'Ⅷ', '1_000'],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'hasOwnProperty',
    'toString',
    '[object Object]',
    'null',
    'undefined',
    'NaN',
  ],
  ...[
    '-1',
    '0',
    '-0',
    '1.5',
    '1e309',
    '0x10',
    '2147483647',
    '2147483648',
    '9007199254740993',
    '9'.repeat(400),
    '+7',
    ' 7 ',
  ],
  ...['2026-02-30', '0000-00-00', '0001-01-01', '9999-12-31', '2026-13-01', '2026-03-10T06:30:00Z', '+275760-09-13'],
  ...[
    "'; drop table students; --",
    '%',
    '%_',
    '\\',
    '\\x00',
    '$1',
    '{}',
    '{"a":1}',
    '[',
    '"',
    '`',
    '<img src=x onerror=1>',
  ],
  ...[
    '../../etc/passwd',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'javascript:alert(1)',
    'https://elsewhere.example/x',
  ],
  ...[
    'a\r\nset-cookie: landfall=1',
    'a@b',
    'a@b.c',
    '@',
    'A'.repeat(250),
    'a'.repeat(20_000),
    `${'a'.repeat(60)}@${'b'.repeat(190)}.com`,
  ],
  ...[
    '00000000-0000-0000-0000-000000000000',
    'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
    'true',
    'false',
    'course',
    'package',
  ],
];

const deepArray = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const deepObject = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

const hostileOthers: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 1, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324, 0.1 + 0.2],
  ...[[], [[]], {}, [null], ['a', 'b'], { $ne: null }, { length: 5 }, { toString: 1 }, { valueOf: null }],
  ...[JSON.parse('{"__proto__":{"admin":true}}'), JSON.parse('{"constructor":{"prototype":{"a":1}}}')],
  ...[JSON.parse(deepArray(200)), JSON.parse(deepObject(60)), Array(3000).fill(1)],
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
);

/** Generates JSON values that the product's own pages would never send. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom(...hostileOthers) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Request bodies, most of them malformed, each with the content type that the request declares. */
export const hostileBodies: ReadonlyArray<{ type: string; payload: string | Buffer }> = [
  ...['', '{', '{"a":}', 'null', '0', '"text"', '[]', '{"a":1,"a":2}', '\ufeff{}', '{"__proto__":{"a":1}}', 'NaN'].map(
    (payload) => ({ type: 'application/json', payload }),
  ),
  ...[deepArray(5000), deepArray(100_000), deepObject(3000), deepObject(30_000), `"${'a'.repeat(300_000)}"`].map(
    (payload) => ({ type: 'application/json', payload }),
  ),
  { type: 'application/json', payload: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
  { type: 'application/json; charset=utf-16', payload: Buffer.from('{"a":1}', 'utf16le') },
  { type: 'application/x-www-form-urlencoded', payload: 'a=1&a=2&b[c]=3&__proto__[x]=1' },
  {
    type: 'multipart/form-data; boundary=x',
    payload: '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--',
  },
  { type: 'multipart/form-data', payload: '--' },
  { type: 'text/plain', payload: '{}' },
  { type: 'application/xml', payload: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>' },
  { type: 'not a type', payload: '{}' },
  { type: '', payload: '{}' },
];

/** Generates damaged copies of `bytes`, each with one to four places overwritten or cut out. */
export function mangled(bytes: Buffer): fc.Arbitrary<Buffer> {
  const place = fc.nat(bytes.length);
  const edit = fc.record({ at: place, cut: fc.nat(200), put: fc.oneof(hostileText.map(Buffer.from), fc.uint8Array()) });
  return fc
    .array(edit, { minLength: 1, maxLength: 4 })
    .map((edits) =>
      edits.reduce(
        (made, { at, cut, put }) => Buffer.concat([made.subarray(0, at), put, made.subarray(at + cut)]),
        bytes,
      ),
    );
}
