import { useEffect, useState } from 'react';
import { clientHeader, clientName, markerHeader } from '../../../../contract/headers.ts';
import { ApiError } from '../../../lib/api.ts';
import { pageFetch } from '../../../offline/calls/page-api.ts';
import type { PdfFile } from './open-pdf.ts';

/**
 * State of a PDF. `offline`: the file or the PDF reader could not be loaded. `missing`: the server refused the file.
 * `unreadable`: the file cannot be shown.
 */
export type PdfState =
  | { at: 'loading' }
  | { at: 'open'; file: PdfFile }
  | { at: 'failed'; why: 'offline' | 'missing' | 'unreadable' };

// The PDF reader is large and few students need it, so it is loaded on demand and not stored for offline use.
const loadReader = () =>
  import('./open-pdf.ts').then(
    ({ openPdf }) => openPdf,
    () => {
      throw new ApiError('offline', 'The PDF reader did not load');
    },
  );

/** Downloads a document's file without storing it on the device. @throws ApiError */
async function fetchDocument(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const throwOffline = (error: unknown): never => {
    if (signal.aborted) throw error;
    throw new ApiError('offline', 'No response from server');
  };
  const request = { headers: { [clientHeader]: clientName }, cache: 'no-store', signal } as const;
  const response = await pageFetch(url, request).catch(throwOffline);
  if (!response.headers.has(markerHeader)) throw new ApiError('offline', 'No response from server');
  if (!response.ok) throw new ApiError('refused', 'The file could not be read.', response.status);
  return response.arrayBuffer().catch(throwOffline);
}

function failureOf(error: unknown): PdfState {
  if (!(error instanceof ApiError)) return { at: 'failed', why: 'unreadable' };
  return { at: 'failed', why: error.kind === 'offline' ? 'offline' : 'missing' };
}

/** Downloads and opens a document's PDF. */
export function usePdf(url: string): PdfState {
  const [state, setState] = useState<PdfState>({ at: 'loading' });
  useEffect(() => {
    const controller = new AbortController();
    let opened: PdfFile | null = null;
    Promise.all([fetchDocument(url, controller.signal), loadReader()])
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
  }, [url]);
  return state;
}
