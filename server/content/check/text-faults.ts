import { emailShape } from '../../../contract/email-shape.ts';
import { type ContentFault, jsonPath } from '../files/content-fault.ts';
import { htmlFaults } from '../html.ts';
import { linkFault } from '../link-fault.ts';
import { type CheckedKind, visitTexts } from '../text-kinds.ts';

const tagStart = /<\/?[a-z]/i;
/** Control characters, except line breaks and tabs. */
const control = /[^\P{Cc}\n\r\t]/u;

/**
 * A picture such as `x-640.webp` must also have AVIF versions with these endings. Pages offer all versions in a
 * `srcset`; the WebP version is for older browsers.
 */
const variants = ['-320.avif', '-640.avif', '-960.avif'];
const responsive = /-640\.webp$/;

/**
 * Returns why a picture cannot be shown; null if it can. `address`: the URL path of the picture. `media`: the URL paths
 * of all media files.
 */
function pictureFault(address: string, media: ReadonlySet<string>): string | null {
  if (!address.startsWith('/media/')) return `is not a picture under /media: '${address.slice(0, 80)}'`;
  const needsSizes = /^\/media\/(courses|packages|campus)\//.test(address);
  if (needsSizes && !responsive.test(address)) return `must name the size -640.webp: '${address}'`;
  const needed = responsive.test(address)
    ? [address, ...variants.map((ending) => address.replace(responsive, ending))]
    : [address];
  const missing = needed.filter((file) => !media.has(file));
  return missing.length === 0 ? null : `names files that are missing: ${missing.join(', ')}`;
}

type CheckText = (text: string, media: ReadonlySet<string>) => ReadonlyArray<string | null>;

function plainFault(text: string): string | null {
  const start = text.search(tagStart);
  return start >= 0 && text.includes('>', start) ? 'has HTML where plain text is shown' : null;
}

const checks: Record<CheckedKind, CheckText> = {
  html: (text) => htmlFaults(text),
  picture: (text, media) => [pictureFault(text, media)],
  file: (text, media) => [
    text.startsWith('/media/') && !media.has(text) ? 'names a file that is missing' : linkFault(text),
  ],
  link: (text) => [linkFault(text)],
  email: (text) => [emailShape.test(text) ? null : 'is no email address'],
  plain: (text) => [plainFault(text)],
  line: (text) => [
    plainFault(text),
    /[\n\r\t\u2028\u2029]/.test(text) ? 'has a line break or a tab where one line is shown' : null,
  ],
};

/**
 * Finds unsafe HTML, control characters, missing pictures, invalid links and empty texts in one parsed content file.
 */
export function textFaults(file: string, value: unknown, media: ReadonlySet<string>): ContentFault[] {
  const faults: ContentFault[] = [];
  visitTexts(value, (text, keys, kind) => {
    const path = jsonPath(keys);
    if (text.trim() === '') faults.push({ file, path, reason: 'is empty' });
    else if (control.test(text)) faults.push({ file, path, reason: 'has a control character' });
    else for (const reason of checks[kind](text, media)) if (reason) faults.push({ file, path, reason });
  });
  return faults;
}
