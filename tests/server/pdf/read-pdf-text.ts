/** Returns the objects of an uncompressed PDF, by object number. */
function readObjects(pdf: string): Map<string, string> {
  return new Map(
    [...pdf.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)].map(([, number = '', body = '']) => [number, body]),
  );
}

/** Reads the ToUnicode map of a PDF font. Returns the text of each glyph, by the glyph's number. */
function readGlyphs(objects: Map<string, string>, font: string): Map<number, string> {
  const map = objects.get(/\/ToUnicode (\d+) 0 R/.exec(font)?.[1] ?? '') ?? '';
  const glyphs = new Map<number, string>();
  for (const [, from = '', , texts = ''] of map.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g)) {
    const start = Number.parseInt(from, 16);
    const letters = [...texts.matchAll(/<([\w ]+)>/g)].map(([, hex = '']) => hex.replaceAll(' ', ''));
    for (const [index, hex] of letters.entries())
      glyphs.set(start + index, Buffer.from(hex, 'hex').swap16().toString('utf16le'));
  }
  return glyphs;
}

/** Reads a PDF that pdfkit has written without compression. Returns its title, and the lines of text on each page. */
export function readPdf(file: Uint8Array): { title: string; pages: string[][] } {
  const objects = readObjects(Buffer.from(file).toString('latin1'));
  const fonts = new Map<string, Map<number, string>>();
  const all = [...objects.values()];
  for (const body of all)
    for (const [, name = '', number = ''] of body.matchAll(/^\/(F\d+) (\d+) 0 R$/gm))
      fonts.set(name, readGlyphs(objects, objects.get(number) ?? ''));
  const pages = all
    .filter((body) => /\/Type \/Page\n/.test(body))
    .map((page) => drawnLines(objects.get(/\/Contents (\d+) 0 R/.exec(page)?.[1] ?? '') ?? '', fonts));
  const info = all.find((body) => /\/Title/.test(body)) ?? '';
  const title = objects.get(/\/Title (\d+) 0 R/.exec(info)?.[1] ?? '') ?? '';
  return { title: title.replace(/^\(|\)$/g, ''), pages };
}

function drawnLines(content: string, fonts: Map<string, Map<number, string>>): string[] {
  let glyphs: Map<number, string> | undefined;
  const lines: string[] = [];
  for (const [, font, drawn] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*)\] TJ/g)) {
    if (font) glyphs = fonts.get(font);
    const codes = [...(drawn ?? '').matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    if (drawn)
      lines.push(
        codes
          .map((code) => glyphs?.get(Number.parseInt(code, 16)) ?? '\ufffd')
          .join('')
          .replaceAll('\u00a0', ' '),
      );
  }
  return lines;
}
