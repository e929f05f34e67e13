import { longestDocumentName } from '../../../contract/documents.ts';
import { documentType, longestFile } from '../../../contract/files.ts';
import { documentTexts } from './document-texts.ts';

/** Why a chosen file cannot be uploaded; null where it may be tried. The server looks into it again. */
export function fileFault({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  // Some phones say nothing of a file's type.
  const isPdf = type === documentType || (type === '' && /\.pdf$/i.test(name));
  if (!isPdf) return documentTexts.wrongType;
  return size > longestFile ? documentTexts.tooLarge : null;
}

/** A file's name as the document's, to begin with: without its ending, and not longer than a name may be. */
export function documentNameOf(fileName: string): string {
  return fileName
    .replace(/\.pdf$/i, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
    .slice(0, longestDocumentName);
}
