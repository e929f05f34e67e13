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

/**
 * A piece of text on a page. `x` and `y` are the distances of its start from the left and top edges of the page, in
 * points. `font` is the name of the font in the PDF, such as `F1`, and `colour` its red, green and blue from 0 to 255.
 */
export type DrawnText = { x: number; y: number; font: string; size: number; colour: string; text: string };

/**
 * Reads a PDF that pdfkit has written without compression. Returns its title, the lines of text on each page, and where
 * and how each line is drawn.
 */
export function readPdf(file: Uint8Array): { title: string; pages: string[][]; drawn: DrawnText[][] } {
  const objects = readObjects(Buffer.from(file).toString('latin1'));
  const fonts = new Map<string, Map<number, string>>();
  const all = [...objects.values()];
  for (const body of all)
    for (const [, name = '', number = ''] of body.matchAll(/^\/(F\d+) (\d+) 0 R$/gm))
      fonts.set(name, readGlyphs(objects, objects.get(number) ?? ''));
  const drawn = all
    .filter((body) => /\/Type \/Page\n/.test(body))
    .map((page) => drawnTexts(objects.get(/\/Contents (\d+) 0 R/.exec(page)?.[1] ?? '') ?? '', fonts));
  const pages = drawn.map((page) => page.map(({ text }) => text));
  const info = all.find((body) => /\/Title/.test(body)) ?? '';
  const title = objects.get(/\/Title (\d+) 0 R/.exec(info)?.[1] ?? '') ?? '';
  return { title: title.replace(/^\(|\)$/g, ''), pages, drawn };
}

const pageHeight = /1 0 0 -1 0 ([\d.]+) cm/;

function drawnTexts(content: string, fonts: Map<string, Map<number, string>>): DrawnText[] {
  const height = Number(pageHeight.exec(content)?.[1] ?? 0);
  const style = { x: 0, y: 0, font: '', size: 0, colour: '' };
  const texts: DrawnText[] = [];
  const operators = /([\d.]+) ([\d.]+) ([\d.]+) scn|1 0 0 1 ([\d.-]+) ([\d.-]+) Tm|\/(F\d+) ([\d.]+) Tf|\[(.*)\] TJ/g;
  for (const [, red, green, blue, x, y, font, size, glyphs] of content.matchAll(operators)) {
    if (red) style.colour = [red, green, blue].map((part) => Math.round(Number(part) * 255)).join(' ');
    if (x) Object.assign(style, { x: round(Number(x)), y: round(height - Number(y)) });
    if (font) Object.assign(style, { font, size: Number(size) });
    if (glyphs) texts.push({ ...style, text: toText(glyphs, fonts.get(style.font)) });
  }
  return texts;
}

const round = (points: number) => Math.round(points * 10) / 10;

function toText(drawn: string, glyphs: Map<number, string> | undefined): string {
  const codes = [...drawn.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
  return codes
    .map((code) => glyphs?.get(Number.parseInt(code, 16)) ?? '\ufffd')
    .join('')
    .replaceAll('\u00a0', ' ');
}
