import { type DragEvent, type Ref, useState } from 'react';
import { documentType } from '../../../../contract/files.ts';
import { formatBytes } from '../../../lib/format/format-bytes.ts';
import { Icon } from '../../../ui/icons.tsx';
import classes from './upload-dialog.module.css';

type FilePickerProps = {
  file: File | null;
  isDisabled: boolean;
  /** Id of the element that says why the file was refused; null if it was not refused. */
  errorId: string | null;
  onPick: (file: File) => void;
  inputRef?: Ref<HTMLInputElement>;
};

/** Lets the student choose a file in the browser's file dialog, or drop one here. */
export function FilePicker({ file, isDisabled, errorId, onPick, inputRef }: FilePickerProps) {
  const [isOver, setIsOver] = useState(false);
  const pick = (files: FileList | null) => {
    const chosen = files?.[0];
    if (chosen && !isDisabled) onPick(chosen);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    pick(event.dataTransfer.files);
  };
  return (
    <label
      className={`row middle gap-3 tint ${classes.drop}`}
      data-over={isOver || undefined}
      data-disabled={isDisabled || undefined}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Icon name="document" />
      <span className="stack shrink">
        <span className="semibold anywhere">{file ? file.name : 'Choose a PDF'}</span>
        <span className="soft small">
          {file ? `${formatBytes(file.size)} · choose another` : 'or drop it here · PDF, at most 10\u00a0MB'}
        </span>
      </span>
      <input
        ref={inputRef}
        type="file"
        accept={`${documentType},.pdf`}
        className="visually-hidden"
        disabled={isDisabled}
        {...(errorId ? { 'aria-describedby': errorId, 'aria-invalid': true } : {})}
        onChange={(event) => {
          pick(event.currentTarget.files);
          // Reset the input. Otherwise choosing the same file again would fire no change event.
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}
