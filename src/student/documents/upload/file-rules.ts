import { longestDocumentName } from '../../../../contract/documents.ts';
import { documentType, longestFile } from '../../../../contract/files.ts';
import { documentTexts } from '../document-texts.ts';

/** Why a chosen file cannot be uploaded; null if it can. The server also checks the content of the file. */
export function fileError({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  // Some phones do not report the type of a file. Then check the extension of its name instead.
  const isPdf = type === documentType || (type === '' && /\.pdf$/i.test(name));
  if (!isPdf) return documentTexts.wrongType;
  return size > longestFile ? documentTexts.tooLarge : null;
}

/** The suggested name of a document: the name of its file without the extension, cut to the maximum length. */
export function documentNameOf(fileName: string): string {
  return fileName
    .replace(/\.pdf$/i, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
    .slice(0, longestDocumentName);
}
