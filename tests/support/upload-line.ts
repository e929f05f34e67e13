import { vi } from 'vitest';
import { apiVersion, markerHeader } from '../../contract/headers.ts';

type Heard = { status?: number; body: unknown; headers?: Record<string, string> };

/** A fake XMLHttpRequest for one upload. A test reports the progress of the upload and ends it. */
export class SentFile {
  method = '';
  url = '';
  headers = new Headers();
  body: FormData | null = null;
  status = 0;
  responseText = '';
  isAborted = false;
  upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null };
  onprogress: (() => void) | null = null;
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  onloadend: (() => void) | null = null;
  #answered: Record<string, string> = {};

  open(method: string, url: string): void {
    this.method = method;
    this.url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }

  getAllResponseHeaders(): string {
    return Object.entries(this.#answered)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
  }

  send(body: FormData): void {
    this.body = body;
  }

  abort(): void {
    if (this.isAborted) return;
    this.isAborted = true;
    this.onabort?.();
    this.onloadend?.();
  }

  /** Reports to the page that this share of the file (0 to 1) has been sent. */
  progress(share: number): void {
    this.upload.onprogress?.({ loaded: share * 1000, total: 1000 });
  }

  /**
   * Ends the upload with a response. By default, the response has the header that marks responses of the site's own
   * server.
   */
  answer({ status = 200, body, headers = { [markerHeader]: apiVersion } }: Heard): void {
    this.status = status;
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    this.#answered = headers;
    this.onload?.();
    this.onloadend?.();
  }

  /** Ends the upload with a broken connection. */
  lose(): void {
    this.onerror?.();
    this.onloadend?.();
  }
}

/**
 * Replaces the global XMLHttpRequest by a fake, so that the test controls every upload; `end` restores the original.
 */
export function holdUploads(): { sent: SentFile[]; end: () => void } {
  const sent: SentFile[] = [];
  const before = globalThis.XMLHttpRequest;
  class HeldRequest extends SentFile {
    constructor() {
      super();
      sent.push(this);
    }
  }
  vi.stubGlobal('XMLHttpRequest', HeldRequest);
  return { sent, end: () => vi.stubGlobal('XMLHttpRequest', before) };
}
