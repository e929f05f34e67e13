import '../../../ui/controls.css';
import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type DocumentCategory, documentCategories, longestDocumentName } from '../../../../contract/documents.ts';
import { invalidDayText, isCalendarDay } from '../../../lib/format/typed-day.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { ActionButton } from '../../../ui/links/action-button.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { DiscardDialog, useDiscardDialog } from '../../profile/form/discard-dialog.tsx';
import { categoryNames, documentTexts } from '../document-texts.ts';
import type { DocumentFailure } from './document-upload.ts';
import { FilePicker } from './file-picker.tsx';
import { documentNameOf, fileError } from './file-rules.ts';
import classes from './upload-dialog.module.css';
import { type DocumentUploadState, type UploadStage, useDocumentUpload } from './use-document-upload.ts';

type UploadDialogProps = { studentId: string; onClose: () => void };

const categories = [
  { value: '', label: 'Choose a category' },
  ...documentCategories.map((value) => ({ value, label: categoryNames[value] })),
];
const isCategory = (text: string): text is DocumentCategory => documentCategories.some((known) => known === text);

/** Holds the values of the upload form and its error. */
function useFields(upload: DocumentUploadState) {
  const [file, setFile] = useState<File | null>(null);
  const [category, setCategory] = useState('');
  const [name, setName] = useState('');
  const [lastDay, setLastDay] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  /**
   * The document name that was suggested from the last chosen file. A name that the student has typed instead is not
   * replaced by a new suggestion.
   */
  const suggestedName = useRef('');

  const pick = (chosen: File) => {
    upload.clear();
    const reason = fileError(chosen);
    setError(reason);
    setFile(chosen);
    if (reason || name !== suggestedName.current) return;
    suggestedName.current = documentNameOf(chosen.name);
    setName(suggestedName.current);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries((before) => before + 1);
    const typed = name.trim();
    const reason = file && fileError(file);
    if (reason) return setError(reason);
    if (!file || !isCategory(category) || typed === '') return setError(documentTexts.incomplete);
    if (lastDay !== '' && !isCalendarDay(lastDay)) return setError(invalidDayText);
    setError(null);
    upload.send(file, { category_name: category, document_name: typed, expires_on: lastDay || null });
  };
  const isFilled = file !== null || [category, name.trim(), lastDay].some((typed) => typed !== '');
  const isIncomplete = error === documentTexts.incomplete;
  /** For each field of the upload form, whether the form's error message concerns it. */
  const wrong = {
    file: error !== null && (file === null || fileError(file) !== null),
    category: isIncomplete && !isCategory(category),
    name: isIncomplete && name.trim() === '',
    lastDay: error === invalidDayText,
  };
  return {
    file,
    category,
    name,
    lastDay,
    error,
    wrong,
    tries,
    isFilled,
    pick,
    submit,
    setCategory,
    setName,
    setLastDay,
  };
}

/**
 * Focuses the first invalid field each time the student tries to submit the form. `tries`: number of attempts so far.
 */
function useFocusOnInvalidField(tries: number, form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries, form]);
}

/**
 * Focuses the submit button when an upload has failed or was cancelled, because the cancel button that had the focus is
 * gone.
 */
function useFocusAfter(isBusy: boolean, form: RefObject<HTMLFormElement | null>): void {
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
    wasBusy.current = isBusy;
  }, [isBusy, form]);
}

const problemId = 'upload-problem';

/** Says why the upload failed and what the student can do. */
function Problem({ error, failure }: { error: string | null; failure: DocumentFailure | null }) {
  return (
    <div id={problemId} role="alert">
      {error || failure ? (
        <Notice tone="error" title={error ?? failure?.message}>
          {failure?.advice}
        </Notice>
      ) : null}
    </div>
  );
}

/** Shows the progress of the upload in per cent, with a button to cancel it. */
function UploadProgress({ stage, onCancel }: { stage: UploadStage; onCancel: () => void }) {
  if (stage.at === 'idle') return null;
  const percent = stage.at === 'sending' ? Math.floor(stage.share * 100) : 100;
  const isSent = percent === 100;
  return (
    <div className="stack gap-3">
      <label className={`stack gap-1-5 ${classes.bar}`}>
        <span>{isSent ? 'Checking and saving…' : `Uploading: ${percent} %`}</span>
        <progress value={percent} max={100} />
      </label>
      {stage.at === 'sending' ? (
        <Button variant="outline" onClick={onCancel}>
          Cancel upload
        </Button>
      ) : null}
    </div>
  );
}

/** Dialog to upload a document: its file, category, name and, optionally, its last valid day. */
export function UploadDialog({ studentId, onClose }: UploadDialogProps) {
  const upload = useDocumentUpload(studentId, onClose);
  const fields = useFields(upload);
  const isBusy = upload.stage.at !== 'idle';
  const form = useRef<HTMLFormElement>(null);
  const discardChanges = () => {
    upload.cancel();
    onClose();
  };
  const discarding = useDiscardDialog({ isChanged: fields.isFilled, onDiscard: discardChanges });
  useFocusAfter(isBusy, form);
  useFocusOnInvalidField(fields.tries, form);
  const needsOtherFile = upload.failure?.needsOtherFile === true;
  return (
    <>
      <Modal
        opened
        // A running upload is cancelled only by the button “Cancel upload”, not by a tap outside the dialog.
        onClose={() => (isBusy ? undefined : discarding.requestClose())}
        title="Upload a document"
        withCloseButton={!isBusy}
        closeOnEscape={!discarding.isOpen}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <form ref={form} className="stack gap-4" noValidate onSubmit={fields.submit}>
          <FilePicker
            file={fields.file}
            isDisabled={isBusy}
            errorId={fields.wrong.file || needsOtherFile ? problemId : null}
            onPick={fields.pick}
          />
          <NativeSelect
            label="Category"
            required
            disabled={isBusy}
            data={categories}
            rightSection={<Icon name="chevronDown" size={18} />}
            value={fields.category}
            error={fields.wrong.category ? 'Choose a category.' : null}
            onChange={(event) => fields.setCategory(event.currentTarget.value)}
          />
          <TextInput
            label="Name"
            required
            disabled={isBusy}
            maxLength={longestDocumentName}
            value={fields.name}
            error={fields.wrong.name ? 'Enter a name.' : null}
            onChange={(event) => fields.setName(event.currentTarget.value)}
          />
          <DateField
            id="upload-last-day"
            label="Expiry date (optional)"
            description="For a passport, CDC, medical or STCW certificate. We will remind you before it expires."
            disabled={isBusy}
            value={fields.lastDay}
            error={fields.wrong.lastDay ? invalidDayText : null}
            onChange={fields.setLastDay}
          />
          <Problem error={fields.error} failure={upload.failure} />
          <div role="status">{upload.isCancelled ? 'Upload cancelled. Your file is still selected.' : null}</div>
          {isBusy ? (
            <UploadProgress stage={upload.stage} onCancel={upload.cancel} />
          ) : (
            <ActionButton type="submit">{upload.failure && !needsOtherFile ? 'Try again' : 'Upload'}</ActionButton>
          )}
        </form>
      </Modal>
      <DiscardDialog isOpen={discarding.isOpen} onStay={discarding.stay} onDiscard={discarding.discard} />
    </>
  );
}
