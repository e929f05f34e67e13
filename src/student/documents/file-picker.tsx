import { type DragEvent, type Ref, useState } from 'react';
import { documentType } from '../../../contract/files.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { Icon } from '../../ui/icons.tsx';
import classes from './upload-dialog.module.css';

type FilePickerProps = {
  file: File | null;
  isDisabled: boolean;
  /** Id of what says why the file is refused. */
  faultId: string | null;
  onPick: (file: File) => void;
  inputRef?: Ref<HTMLInputElement>;
};

/** Chooses a file: by the device's own dialog, or by dropping it. */
export function FilePicker({ file, isDisabled, faultId, onPick, inputRef }: FilePickerProps) {
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
      className={classes.drop}
      data-over={isOver || undefined}
      data-disabled={isDisabled || undefined}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Icon name="document" />
      <span className={classes.dropText}>
        <span className={classes.fileName}>{file ? file.name : 'Choose a PDF'}</span>
        <span className={classes.hint}>
          {file ? `${formatBytes(file.size)} · choose another` : 'or drop it here · PDF, at most 10 MB'}
        </span>
      </span>
      <input
        ref={inputRef}
        type="file"
        accept={`${documentType},.pdf`}
        className="visually-hidden"
        disabled={isDisabled}
        {...(faultId ? { 'aria-describedby': faultId, 'aria-invalid': true } : {})}
        onChange={(event) => {
          pick(event.currentTarget.files);
          // The same file may be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}
