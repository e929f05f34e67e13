import { useRef, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import classes from './submission.module.css';

type ReceivedNoteProps = { title: string; message: string; reference: string; advice: string };

/** What was received, with the number that names it to the office, to be copied or selected with a tap. */
export function ReceivedNote({ title, message, reference, advice }: ReceivedNoteProps) {
  const [copying, setCopying] = useState<'idle' | 'copied' | 'selected'>('idle');
  const number = useRef<HTMLElement>(null);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(reference);
      setCopying('copied');
    } catch {
      // No clipboard without a secure context or consent: the number is selected instead.
      if (number.current) getSelection()?.selectAllChildren(number.current);
      setCopying('selected');
    }
  };

  return (
    <Notice tone="right" role="status" title={title}>
      <p>{message}</p>
      <p className={classes.reference}>
        <span>
          Reference number{' '}
          <strong ref={number} className={classes.number}>
            {reference}
          </strong>
        </span>
        <button type="button" className={classes.copy} onClick={() => void copy()}>
          <Icon name={copying === 'copied' ? 'check' : 'document'} size={18} />
          {copying === 'copied' ? 'Copied' : 'Copy number'}
        </button>
      </p>
      <p>{copying === 'selected' ? 'The number is selected: copy it from there.' : advice}</p>
    </Notice>
  );
}
