import type { Endpoint } from '../../contract/endpoint.ts';
import type { uploadDocument, uploadImage } from '../../contract/files.ts';
import { createApi } from './api.ts';

/** Milliseconds without a byte sent or received after which the connection counts as lost; a slow one is not. */
export const uploadSilence = 30_000;

export type UploadEndpoint = typeof uploadDocument | typeof uploadImage;

export type UploadOptions = {
  /** Makes a repeat harmless: the same file under the same key is stored once. */
  key: string;
  /** Share of the file that has left this device, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Its abort stops the sending; the promise then fails with the signal's reason. */
  signal?: AbortSignal;
};

/** Sends a file and answers its address. @throws ApiError of the same kinds as `api.ts` */
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

/** Calls `onSilent` when nobody was heard for a while. `end` stops listening. */
function watchSilence(onSilent: () => void) {
  let timer = setTimeout(onSilent, uploadSilence);
  return {
    hear: () => {
      clearTimeout(timer);
      timer = setTimeout(onSilent, uploadSilence);
    },
    end: () => clearTimeout(timer),
  };
}

/** A fetch that sends this file: `fetch` itself says nothing of how much is sent, only XMLHttpRequest does. */
function fileFetch(file: File, onProgress: (share: number) => void): typeof fetch {
  return (address, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const silence = watchSilence(() => request.abort());
      const stop = () => request.abort();
      const fail = () => reject(init?.signal?.aborted ? init.signal.reason : new TypeError('No answer'));
      request.open(init?.method ?? 'POST', String(address));
      for (const [name, value] of new Headers(init?.headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => {
        silence.hear();
        if (total > 0) onProgress(loaded / total);
      };
      request.onprogress = silence.hear;
      request.onload = () =>
        resolve(new Response(request.responseText, { status: request.status, headers: readHeaders(request) }));
      request.onerror = fail;
      request.onabort = fail;
      request.onloadend = () => {
        silence.end();
        init?.signal?.removeEventListener('abort', stop);
      };
      init?.signal?.addEventListener('abort', stop);
      const form = new FormData();
      form.append('file', file);
      request.send(form);
    });
}

/** Uploads of a page; `guard` puts the page's rules around the sending, as they are around its other calls. */
export function createUpload(guard: (send: typeof fetch) => typeof fetch): UploadFile {
  return async (endpoint, file, { key, onProgress = () => {}, signal }) => {
    // The form is no body that the contract's client could write: it goes in with the sending.
    const { body: _form, ...bare } = endpoint;
    const api = createApi(guard(fileFetch(file, onProgress)));
    const { url } = await api.call(bare satisfies Endpoint, {}, signal ? { key, signal } : { key });
    return url;
  };
}
