import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import type { PdfFile } from './open-pdf.ts';

/**
 * State of a PDF. `offline`: the PDF or the code of the PDF reader could not be loaded. `missing`: the server has no
 * such PDF. `refused`: the server refused the request for another reason, such as a rate limit. `unreadable`: the PDF
 * cannot be shown.
 */
export type PdfState =
  | { at: 'loading' }
  | { at: 'open'; file: PdfFile }
  | { at: 'failed'; why: 'offline' | 'missing' | 'refused' | 'unreadable' };

// The PDF reader is large and few people need it, so it is loaded on demand and not stored for offline use.
async function loadReader() {
  try {
    return (await import('./open-pdf.ts')).openPdf;
  } catch {
    throw new ApiError('offline', 'The PDF reader did not load');
  }
}

function failureOf(error: unknown): PdfState {
  if (!(error instanceof ApiError)) return { at: 'failed', why: 'unreadable' };
  if (error.kind === 'offline') return { at: 'failed', why: 'offline' };
  return { at: 'failed', why: error.status === 404 ? 'missing' : 'refused' };
}

/**
 * Downloads a PDF with `load` and opens it. `load` must be the same function at each render: another function would
 * start a new download.
 */
export function usePdf(load: (url: string, signal: AbortSignal) => Promise<ArrayBuffer>, url: string): PdfState {
  const [state, setState] = useState<PdfState>({ at: 'loading' });
  useEffect(() => {
    const controller = new AbortController();
    let opened: PdfFile | null = null;
    Promise.all([load(url, controller.signal), loadReader()])
      .then(async ([bytes, openPdf]) => {
        const file = await openPdf(bytes);
        if (controller.signal.aborted) return file.close();
        opened = file;
        setState({ at: 'open', file });
      })
      .catch((error: unknown) => {
        if (!controller.signal.aborted) setState(failureOf(error));
      });
    return () => {
      controller.abort();
      opened?.close();
    };
  }, [load, url]);
  return state;
}
