import '../../ui/controls.css';
import { Modal, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type DocumentCategory, documentCategories, longestDocumentName } from '../../../contract/documents.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DiscardDialog } from '../profile/discard-dialog.tsx';
import { useLeaving } from '../profile/use-leaving.ts';
import { categoryNames, documentTexts } from './document-texts.ts';
import type { DocumentFailure } from './document-upload.ts';
import { FilePicker } from './file-picker.tsx';
import { documentNameOf, fileFault } from './file-rules.ts';
import classes from './upload-dialog.module.css';
import { UploadProgress } from './upload-progress.tsx';
import { type UploadDesk, useDocumentUpload } from './use-document-upload.ts';

type UploadDialogProps = { studentId: string; onClose: () => void };

const categories = [
  { value: '', label: 'Choose a category' },
  ...documentCategories.map((value) => ({ value, label: categoryNames[value] })),
];
const isCategory = (text: string): text is DocumentCategory => documentCategories.some((known) => known === text);

/** The form's fields, and what is wrong with them. */
function useFields(desk: UploadDesk) {
  const [file, setFile] = useState<File | null>(null);
  const [category, setCategory] = useState('');
  const [name, setName] = useState('');
  const [lastDay, setLastDay] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  /** The name that the file gave: a name that was typed is the student's and stays. */
  const given = useRef('');

  const pick = (chosen: File) => {
    desk.forget();
    const wrong = fileFault(chosen);
    setFault(wrong);
    setFile(chosen);
    if (wrong || name !== given.current) return;
    given.current = documentNameOf(chosen.name);
    setName(given.current);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = name.trim();
    const wrong = file && fileFault(file);
    if (wrong) return setFault(wrong);
    if (!file || !isCategory(category) || typed === '') return setFault(documentTexts.incomplete);
    setFault(null);
    desk.send(file, { category_name: category, document_name: typed, expires_on: lastDay || null });
  };
  const isFilled = file !== null || [category, name.trim(), lastDay].some((typed) => typed !== '');
  return { file, category, name, lastDay, fault, isFilled, pick, submit, setCategory, setName, setLastDay };
}

/** What had the focus goes while an upload runs: after it, it is on the button that begins the next try. */
function useFocusAfter(isBusy: boolean, form: RefObject<HTMLFormElement | null>): void {
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
    wasBusy.current = isBusy;
  }, [isBusy, form]);
}

/** What is wrong, and what the student can do about it. */
function Trouble({ fault, failure }: { fault: string | null; failure: DocumentFailure | null }) {
  const advice = failure?.needsOtherFile ? 'Choose another file.' : 'Your file is still chosen. You can try again.';
  return (
    <div id="upload-trouble" role="alert">
      {fault || failure ? (
        <Notice tone="wrong" title={fault ?? failure?.message}>
          {failure ? advice : null}
        </Notice>
      ) : null}
    </div>
  );
}

/** Uploads a document (document 2, sections 4 and 5): file, category, name, and the last day where it has one. */
export function UploadDialog({ studentId, onClose }: UploadDialogProps) {
  const desk = useDocumentUpload(studentId, onClose);
  const fields = useFields(desk);
  const isBusy = desk.stage.at !== 'idle';
  const form = useRef<HTMLFormElement>(null);
  const giveUp = () => {
    desk.cancel();
    onClose();
  };
  const leaving = useLeaving({ isChanged: fields.isFilled, onLeave: giveUp });
  useFocusAfter(isBusy, form);
  const needsOtherFile = desk.failure?.needsOtherFile === true;
  return (
    <>
      <Modal
        opened
        // An upload ends by its own button, not by a tap beside the dialog.
        onClose={() => (isBusy ? undefined : leaving.ask())}
        title="Upload a document"
        withCloseButton={!isBusy}
        closeOnEscape={!leaving.isAsking}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <form ref={form} className={classes.form} noValidate onSubmit={fields.submit}>
          <FilePicker
            file={fields.file}
            isDisabled={isBusy}
            faultId={fields.fault || needsOtherFile ? 'upload-trouble' : null}
            onPick={fields.pick}
          />
          <NativeSelect
            label="Category"
            required
            disabled={isBusy}
            data={categories}
            value={fields.category}
            onChange={(event) => fields.setCategory(event.currentTarget.value)}
          />
          <TextInput
            label="Name"
            required
            disabled={isBusy}
            maxLength={longestDocumentName}
            value={fields.name}
            onChange={(event) => fields.setName(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            label="Last day (optional)"
            description="For a passport, CDC, medical or STCW certificate. We remind you before it ends."
            disabled={isBusy}
            value={fields.lastDay}
            onChange={(event) => fields.setLastDay(event.currentTarget.value)}
          />
          <Trouble fault={fields.fault} failure={desk.failure} />
          <div role="status">{desk.isCancelled ? 'Upload cancelled. Your file is still chosen.' : null}</div>
          {isBusy ? (
            <UploadProgress stage={desk.stage} onCancel={desk.cancel} />
          ) : (
            <ActionButton type="submit">{desk.failure && !needsOtherFile ? 'Try again' : 'Upload'}</ActionButton>
          )}
        </form>
      </Modal>
      <DiscardDialog isOpen={leaving.isAsking} onStay={leaving.stay} onDiscard={leaving.leave} />
    </>
  );
}
