import type { addDocument, StudentDocument } from '../../../../contract/documents.ts';
import type { CallInput } from '../../../../contract/endpoint.ts';
import { uploadDocument } from '../../../../contract/files.ts';
import { ApiError } from '../../../lib/api.ts';
import type { UploadFile } from '../../../lib/upload.ts';
import { isFileRefused, saveFailure, uploadAdvice, uploadFailure } from '../document-texts.ts';

export type DocumentForm = Omit<CallInput<typeof addDocument>['body'], 'document_url'>;

/** Thrown when a file was not uploaded, or the document not saved. `message` is the text to show. */
export class DocumentFailure extends Error {
  override name = 'DocumentFailure';

  /** Whether the student must choose another file, because the server has refused the chosen one. */
  get needsOtherFile(): boolean {
    return isFileRefused(this.cause);
  }

  /** What the student can do after the upload or the saving of the document has failed. */
  get advice(): string {
    return uploadAdvice(this.cause);
  }
}

type DocumentUploadDeps = {
  uploadFile: UploadFile;
  save: (body: CallInput<typeof addDocument>['body'], key: string) => Promise<StudentDocument>;
  newKey: () => string;
};

/**
 * `onProgress` gets the share of the file that was sent, 0 to 1. `onSent` is called when the file is uploaded and the
 * document is being saved.
 */
type SendOptions = { onProgress: (share: number) => void; onSent: () => void; signal: AbortSignal };

/**
 * The idempotency key of a request. It is used again as long as the content of the request (`content`) stays the same.
 */
type KeyedCall<T> = { content: T; key: string };

/**
 * Uploads a file, then saves it as a document. If `send` is called again with the same file and form, it continues
 * where the last call failed. A file that was uploaded is not uploaded again. A request without a response is repeated
 * with the same idempotency key.
 */
export class DocumentUpload {
  readonly #deps: DocumentUploadDeps;
  #uploadCall: KeyedCall<File> | null = null;
  #url: string | null = null;
  #saveCall: KeyedCall<string> | null = null;

  constructor(deps: DocumentUploadDeps) {
    this.#deps = deps;
  }

  /**
   * Uploads the file and saves the document.
   * @throws DocumentFailure, or the reason of `signal` if the upload was aborted
   */
  async send(file: File, form: DocumentForm, options: SendOptions): Promise<StudentDocument> {
    const url = await this.#upload(file, options);
    options.onSent();
    return this.#save({ ...form, document_url: url });
  }

  async #upload(file: File, { onProgress, signal }: SendOptions): Promise<string> {
    if (this.#uploadCall?.content !== file) {
      this.#uploadCall = { content: file, key: this.#deps.newKey() };
      this.#url = null;
    }
    if (this.#url) return this.#url;
    try {
      this.#url = await this.#deps.uploadFile(uploadDocument, file, { key: this.#uploadCall.key, onProgress, signal });
      return this.#url;
    } catch (error) {
      if (signal.aborted) throw error;
      // The server would repeat its refusal for the same idempotency key, so another try needs a new key.
      if (error instanceof ApiError && error.kind !== 'offline') this.#uploadCall = null;
      throw new DocumentFailure(uploadFailure(error), { cause: error });
    }
  }

  async #save(body: CallInput<typeof addDocument>['body']): Promise<StudentDocument> {
    const content = JSON.stringify(body);
    if (this.#saveCall?.content !== content) this.#saveCall = { content, key: this.#deps.newKey() };
    try {
      return await this.#deps.save(body, this.#saveCall.key);
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400) this.#saveCall = null;
      // If the server has deleted the uploaded file, as it does with files that no document uses, the next `send`
      // uploads it again.
      if (error instanceof ApiError && error.failure?.fields?.document_url) this.#uploadCall = null;
      throw new DocumentFailure(saveFailure(error), { cause: error });
    }
  }
}
