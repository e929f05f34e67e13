import type { addDocument, StudentDocument } from '../../../contract/documents.ts';
import type { CallInput } from '../../../contract/endpoint.ts';
import { uploadDocument } from '../../../contract/files.ts';
import { ApiError } from '../../lib/api.ts';
import type { UploadFile } from '../../lib/upload.ts';
import { isFileRefused, saveFailure, uploadFailure } from './document-texts.ts';

export type DocumentForm = Omit<CallInput<typeof addDocument>['body'], 'document_url'>;

/** What was not done, in words for the student. */
export class DocumentFailure extends Error {
  override name = 'DocumentFailure';

  /** Another try needs another file. */
  get needsOtherFile(): boolean {
    return isFileRefused(this.cause);
  }
}

export type UploadParts = {
  uploadFile: UploadFile;
  save: (body: CallInput<typeof addDocument>['body'], key: string) => Promise<StudentDocument>;
  newKey: () => string;
};

export type SendOptions = { onProgress: (share: number) => void; onSent: () => void; signal: AbortSignal };

/** One try under a key: `of` is what it stands for, `key` the same while that is. */
type Keyed<T> = { of: T; key: string };

/**
 * Uploads a file and saves it among the documents. What has arrived is not sent again: the same file is uploaded once, and
 * a lost answer is asked for again under its key.
 */
export class DocumentUpload {
  readonly #parts: UploadParts;
  #sending: Keyed<File> | null = null;
  #url: string | null = null;
  #saving: Keyed<string> | null = null;

  constructor(parts: UploadParts) {
    this.#parts = parts;
  }

  /** @throws DocumentFailure with the text to show; the signal's reason where it was aborted */
  async send(file: File, form: DocumentForm, options: SendOptions): Promise<StudentDocument> {
    const url = await this.#upload(file, options);
    options.onSent();
    return this.#save({ ...form, document_url: url });
  }

  async #upload(file: File, { onProgress, signal }: SendOptions): Promise<string> {
    if (this.#sending?.of !== file) {
      this.#sending = { of: file, key: this.#parts.newKey() };
      this.#url = null;
    }
    if (this.#url) return this.#url;
    try {
      this.#url = await this.#parts.uploadFile(uploadDocument, file, { key: this.#sending.key, onProgress, signal });
      return this.#url;
    } catch (error) {
      if (signal.aborted) throw error;
      // A refusal is remembered under its key; another try is to be judged anew.
      if (error instanceof ApiError && error.kind !== 'offline') this.#sending = null;
      throw new DocumentFailure(uploadFailure(error), { cause: error });
    }
  }

  async #save(body: CallInput<typeof addDocument>['body']): Promise<StudentDocument> {
    const of = JSON.stringify(body);
    if (this.#saving?.of !== of) this.#saving = { of, key: this.#parts.newKey() };
    try {
      return await this.#parts.save(body, this.#saving.key);
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'refused') this.#saving = null;
      // Uploads that nothing names do not stay for ever: this one has to be sent again.
      if (error instanceof ApiError && error.failure?.fields?.document_url) this.#sending = null;
      throw new DocumentFailure(saveFailure(error), { cause: error });
    }
  }
}
