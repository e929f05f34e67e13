import { useEffect, useState } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { fetchDocument } from './fetch-document.ts';
import type { PdfFile } from './pdf-file.ts';

/** `offline`: the file did not come, or not the script that reads it; `unreadable`: it came and cannot be shown. */
export type PdfState =
  | { at: 'loading' }
  | { at: 'open'; file: PdfFile }
  | { at: 'failed'; why: 'offline' | 'missing' | 'unreadable' };

// Large, and needed by few: not in the start, and not among what is stored for the way without a connection.
const loadReader = () =>
  import('./open-pdf.ts').then(
    ({ openPdf }) => openPdf,
    () => {
      throw new ApiError('offline', 'The reader did not come');
    },
  );

function failureOf(error: unknown): PdfState {
  if (!(error instanceof ApiError)) return { at: 'failed', why: 'unreadable' };
  return { at: 'failed', why: error.kind === 'offline' ? 'offline' : 'missing' };
}

/** Fetches and opens a document's PDF, once. */
export function usePdf(url: string): PdfState {
  const [state, setState] = useState<PdfState>({ at: 'loading' });
  useEffect(() => {
    const leaving = new AbortController();
    let opened: PdfFile | null = null;
    Promise.all([fetchDocument(url, leaving.signal), loadReader()])
      .then(async ([bytes, openPdf]) => {
        const file = await openPdf(bytes);
        if (leaving.signal.aborted) return file.close();
        opened = file;
        setState({ at: 'open', file });
      })
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) setState(failureOf(error));
      });
    return () => {
      leaving.abort();
      opened?.close();
    };
  }, [url]);
  return state;
}
