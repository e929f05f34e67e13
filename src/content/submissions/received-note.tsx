import { useRef, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import classes from './submission.module.css';

type ReceivedNoteProps = { title: string; message: string; reference: string; advice: string };

/** Confirms that a form was received and shows its reference number, which can be copied. */
export function ReceivedNote({ title, message, reference, advice }: ReceivedNoteProps) {
  const [copyState, setCopyState] = useState<'idle' | 'copied' | 'selected'>('idle');
  const number = useRef<HTMLElement>(null);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(reference);
      setCopyState('copied');
    } catch {
      // Writing to the clipboard needs a secure context and permission. Without them, select the number so that it can
      // be copied by hand.
      if (number.current) getSelection()?.selectAllChildren(number.current);
      setCopyState('selected');
    }
  };

  return (
    <Notice tone="success" role="status" title={title}>
      <p>{message}</p>
      <p className={`row wrap middle ${classes.reference}`}>
        <span>
          Reference number{' '}
          <strong ref={number} className={`surface nowrap ${classes.number}`}>
            {reference}
          </strong>
        </span>
        <button type="button" className={`touch gap-2 ${classes.copy}`} onClick={() => void copy()}>
          <Icon name={copyState === 'copied' ? 'check' : 'document'} size={18} />
          {copyState === 'copied' ? 'Copied' : 'Copy number'}
        </button>
      </p>
      <p>{copyState === 'selected' ? 'The number is selected. You can copy it now.' : advice}</p>
    </Notice>
  );
}
