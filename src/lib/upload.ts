import type { Endpoint } from '../../contract/endpoint.ts';
import type { uploadDocument, uploadImage } from '../../contract/files.ts';
import { createApi } from './api.ts';

/**
 * An upload is aborted if nothing was sent or received for this many milliseconds. An upload that is only slow is not
 * aborted.
 */
const uploadStallMs = 30_000;

type UploadEndpoint = typeof uploadDocument | typeof uploadImage;

type UploadOptions = {
  /** Idempotency key. If a file is sent twice with the same key, it is stored only once. */
  key: string;
  /** Called with the share of the file that was sent, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Aborts the upload; the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
};

/** Uploads a file and returns its URL. @throws ApiError (`api.ts`) */
export type UploadFile = (endpoint: UploadEndpoint, file: File, options: UploadOptions) => Promise<string>;

function readHeaders(request: XMLHttpRequest): Headers {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/).filter(Boolean);
  return new Headers(
    lines.map((line): [string, string] => {
      const end = line.indexOf(':');
      return [line.slice(0, end), line.slice(end + 1).trim()];
    }),
  );
}

/**
 * Calls `onStall` if the upload makes no progress for `uploadStallMs`. Call the returned `report` whenever the upload
 * makes progress.
 */
function watchProgress(onStall: () => void) {
  let timer = setTimeout(onStall, uploadStallMs);
  return {
    report: () => {
      clearTimeout(timer);
      timer = setTimeout(onStall, uploadStallMs);
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Creates a `fetch` that sends `file` as form data. It uses XMLHttpRequest, because only that reports upload progress.
 */
export function fileFetch(file: File, onProgress: (share: number) => void): typeof fetch {
  return (address, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const progress = watchProgress(() => request.abort());
      const abort = () => request.abort();
      const fail = () => reject(init?.signal?.aborted ? init.signal.reason : new TypeError('No response'));
      request.open(init?.method ?? 'POST', String(address));
      for (const [name, value] of new Headers(init?.headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => {
        progress.report();
        if (total > 0) onProgress(loaded / total);
      };
      request.onprogress = progress.report;
      request.onload = () =>
        resolve(new Response(request.responseText, { status: request.status, headers: readHeaders(request) }));
      request.onerror = fail;
      request.onabort = fail;
      request.onloadend = () => {
        progress.stop();
        init?.signal?.removeEventListener('abort', abort);
      };
      init?.signal?.addEventListener('abort', abort);
      const form = new FormData();
      form.append('file', file);
      request.send(form);
    });
}

/**
 * Creates an upload function. `wrap` turns a plain `fetch` into one that follows the rules of all calls of the page
 * (`page-fetch.ts`).
 */
export function createUpload(wrap: (send: typeof fetch) => typeof fetch): UploadFile {
  return async (endpoint, file, { key, onProgress = () => {}, signal }) => {
    // The API client can send only JSON bodies. So call it without a body, and let `fileFetch` send the file as form
    // data.
    const { body: _form, ...bare } = endpoint;
    const api = createApi(wrap(fileFetch(file, onProgress)));
    const { url } = await api.call(bare satisfies Endpoint, {}, signal ? { key, signal } : { key });
    return url;
  };
}
