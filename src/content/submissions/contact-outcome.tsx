import { Notice } from '../../ui/notice.tsx';
import { contactTexts } from './contact-texts.ts';
import { KeptNote } from './kept-note.tsx';
import { ReceivedNote } from './received-note.tsx';
import classes from './submission.module.css';
import type { SubmissionRefusal } from './submission-refusal.ts';

type ContactOutcomeProps = { reference: string | null; isKept: boolean; refusal: SubmissionRefusal | null };

/** How the last enquiry ended; it stays when the toast has gone. */
export function ContactOutcome({ reference, isKept, refusal }: ContactOutcomeProps) {
  return (
    <div className={classes.outcome}>
      {refusal ? (
        <Notice tone="wrong" role="alert" title={contactTexts.failed}>
          {refusal.advice}
        </Notice>
      ) : null}
      {reference ? (
        <ReceivedNote {...contactTexts.received} reference={reference} advice="Name it when you write or call again." />
      ) : null}
      {isKept ? <KeptNote /> : null}
    </div>
  );
}
