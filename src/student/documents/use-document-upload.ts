import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { addDocument } from '../../../contract/documents.ts';
import { apiOf } from '../../lib/api.ts';
import { holdUpdates } from '../../offline/critical.ts';
import { uploadFile } from '../../offline/page-upload.ts';
import { showToast } from '../../ui/toasts.ts';
import { changeDocuments } from './document.queries.ts';
import { documentTexts } from './document-texts.ts';
import { DocumentFailure, type DocumentForm, DocumentUpload } from './document-upload.ts';

/** `sending`: the file goes out, and may be cancelled; `saving`: it has arrived and is put among the documents. */
export type UploadStage = { at: 'idle' | 'saving' } | { at: 'sending'; share: number };

export type UploadDesk = {
  stage: UploadStage;
  /** Why the last try failed. */
  failure: DocumentFailure | null;
  isCancelled: boolean;
  send: (file: File, form: DocumentForm) => void;
  cancel: () => void;
  forget: () => void;
};

/** Uploads for the dialog: how far one is, its cancelling, and another try with the same file. */
export function useDocumentUpload(studentId: string, onUploaded: () => void): UploadDesk {
  const client = useQueryClient();
  const [stage, setStage] = useState<UploadStage>({ at: 'idle' });
  const [failure, setFailure] = useState<DocumentFailure | null>(null);
  const [isCancelled, setIsCancelled] = useState(false);
  const leaving = useRef<AbortController | null>(null);
  const upload = useRef<DocumentUpload | null>(null);

  const forget = () => {
    setFailure(null);
    setIsCancelled(false);
  };
  const run = async (file: File, form: DocumentForm, signal: AbortSignal) => {
    upload.current ??= new DocumentUpload({
      uploadFile,
      save: async (body, key) => (await apiOf(client).call(addDocument, { body }, { key })).data,
      newKey: () => crypto.randomUUID(),
    });
    const saved = await upload.current.send(file, form, {
      signal,
      onProgress: (share) => setStage({ at: 'sending', share }),
      onSent: () => setStage({ at: 'saving' }),
    });
    void changeDocuments(client, studentId, (documents) => [saved, ...documents.filter(({ id }) => id !== saved.id)]);
    showToast({ message: documentTexts.uploaded, tone: 'right' });
    onUploaded();
  };
  const send = (file: File, form: DocumentForm) => {
    forget();
    setStage({ at: 'sending', share: 0 });
    const controller = new AbortController();
    leaving.current = controller;
    const release = holdUpdates();
    run(file, form, controller.signal)
      .catch((error: unknown) => {
        if (controller.signal.aborted) return setIsCancelled(true);
        setFailure(error instanceof DocumentFailure ? error : new DocumentFailure('An error occurred.'));
      })
      .finally(() => {
        release();
        setStage({ at: 'idle' });
      });
  };
  return { stage, failure, isCancelled, send, cancel: () => leaving.current?.abort(), forget };
}
