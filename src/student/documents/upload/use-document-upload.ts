import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { addDocument } from '../../../../contract/documents.ts';
import { apiOf } from '../../../lib/api.ts';
import { uploadFile } from '../../../offline/calls/page-upload.ts';
import { holdUpdates } from '../../../offline/critical-work.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { dependOnDocuments } from '../document.mutations.ts';
import { changeCachedDocuments } from '../document.queries.ts';
import { documentTexts } from '../document-texts.ts';
import { DocumentFailure, type DocumentForm, DocumentUpload } from './document-upload.ts';

/**
 * The stage of an upload. `sending`: the file is being uploaded, and the student can cancel; `share`: how much of it
 * has been sent, 0 to 1. `saving`: the file is uploaded and the document is being saved.
 */
export type UploadStage = { at: 'idle' | 'saving' } | { at: 'sending'; share: number };

export type DocumentUploadState = {
  stage: UploadStage;
  /** Why the last upload failed; null if it did not fail. */
  failure: DocumentFailure | null;
  isCancelled: boolean;
  send: (file: File, form: DocumentForm) => void;
  cancel: () => void;
  /** Clears the failure or cancellation of the last upload. */
  clear: () => void;
};

/**
 * Uploads documents for the upload dialog, which shows the progress and lets the student cancel. A retry with the same
 * file starts at the step that failed: uploading the file or saving the document.
 */
export function useDocumentUpload(studentId: string, onUploaded: () => void): DocumentUploadState {
  const client = useQueryClient();
  const [stage, setStage] = useState<UploadStage>({ at: 'idle' });
  const [failure, setFailure] = useState<DocumentFailure | null>(null);
  const [isCancelled, setIsCancelled] = useState(false);
  const running = useRef<AbortController | null>(null);
  const upload = useRef<DocumentUpload | null>(null);

  const clear = () => {
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
    changeCachedDocuments(client, studentId, (documents) => [saved, ...documents.filter(({ id }) => id !== saved.id)]);
    for (const queryKey of dependOnDocuments(studentId)) void client.invalidateQueries({ queryKey });
    showToast({ message: documentTexts.uploaded, tone: 'success' });
    onUploaded();
  };
  const send = (file: File, form: DocumentForm) => {
    clear();
    setStage({ at: 'sending', share: 0 });
    const controller = new AbortController();
    running.current = controller;
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
  return { stage, failure, isCancelled, send, cancel: () => running.current?.abort(), clear };
}
