import { Notice } from '../../ui/notice.tsx';
import { grievanceTexts } from './grievance-texts.ts';
import { KeptNote } from './kept-note.tsx';
import { otherWaysId } from './other-ways.tsx';
import { ReceivedNote } from './received-note.tsx';
import classes from './submission.module.css';
import type { SubmissionRefusal } from './submission-refusal.ts';

type GrievanceOutcomeProps = {
  reference: string | null;
  isKept: boolean;
  wasAnonymous: boolean;
  refusal: SubmissionRefusal | null;
};

/** How the last submission ended; it stays when the toast has gone. */
export function GrievanceOutcome({ reference, isKept, wasAnonymous, refusal }: GrievanceOutcomeProps) {
  const { failed, received } = grievanceTexts;
  const advice = wasAnonymous
    ? 'Note it now: no name was kept, so nobody can send it to you.'
    : 'It is put before the committee within 15 working days.';
  return (
    <div className={classes.outcome}>
      {refusal ? (
        <Notice tone="wrong" role="alert" title={failed.title}>
          <p>
            <a href={`#${otherWaysId}`}>{failed.message}</a>
          </p>
          <p>{refusal.advice}</p>
        </Notice>
      ) : null}
      {reference ? <ReceivedNote {...received} reference={reference} advice={advice} /> : null}
      {isKept ? <KeptNote isAnonymous={wasAnonymous} /> : null}
    </div>
  );
}
