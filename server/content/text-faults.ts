import { type ContentFault, jsonPath } from './content-fault.ts';
import { htmlFaults } from './html.ts';
import { linkFault } from './link-fault.ts';
import { pictureFault } from './picture-fault.ts';
import { type TextKind, visitTexts } from './text-kinds.ts';

const markup = /<\/?[a-z][^>]*>/i;
const mail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

type Judge = (text: string, media: ReadonlySet<string>) => ReadonlyArray<string | null>;

const judges: Record<TextKind, Judge> = {
  html: (text) => htmlFaults(text),
  picture: (text, media) => [pictureFault(text, media)],
  file: (text, media) => [
    text.startsWith('/media/') && !media.has(text) ? 'names a file that is missing' : linkFault(text),
  ],
  link: (text) => [linkFault(text)],
  email: (text) => [mail.test(text) ? null : 'is no e-mail address'],
  plain: (text) => [markup.test(text) ? 'has HTML where plain text is shown' : null],
};

/** Unsafe HTML, missing pictures, bad addresses and empty texts of one parsed file. */
export function textFaults(file: string, value: unknown, media: ReadonlySet<string>): ContentFault[] {
  const faults: ContentFault[] = [];
  visitTexts(value, (text, keys, kind) => {
    const path = jsonPath(keys);
    if (text.trim() === '') faults.push({ file, path, reason: 'is empty' });
    else for (const reason of judges[kind](text, media)) if (reason) faults.push({ file, path, reason });
  });
  return faults;
}
