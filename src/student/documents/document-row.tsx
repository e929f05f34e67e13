import '../../ui/controls.css';
import { Button } from '@mantine/core';
import type { StudentDocument } from '../../../contract/documents.ts';
import { academyDay, formatDay } from '../../lib/format/format.ts';
import { formatBytes } from '../../lib/format/format-bytes.ts';
import classes from './document-list.module.css';
import { categoryNames, stateTexts } from './document-texts.ts';
import { expiryLabel } from './expiry/expiry.ts';

/** What a student can do with a document. Each action opens a dialog. */
export type DocumentAction = 'view' | 'expiry' | 'delete';

type DocumentRowProps = {
  document: StudentDocument;
  today: string;
  /** Id of the element that says why the buttons of the row are disabled; null if they are enabled. */
  disabledReasonId: string | null;
  onAction: (action: DocumentAction) => void;
};

function Actions({ document, disabledReasonId, onAction }: Omit<DocumentRowProps, 'today'>) {
  const hiddenName = <span className="visually-hidden">{document.document_name}</span>;
  const disabledProps = disabledReasonId ? { disabled: true, 'aria-describedby': disabledReasonId } : {};
  return (
    <div className={`row wrap gap-1 ${classes.actions}`}>
      <Button variant="subtle" {...disabledProps} onClick={() => onAction('view')}>
        View {hiddenName}
      </Button>
      {disabledReasonId ? (
        <Button variant="subtle" {...disabledProps}>
          Download {hiddenName}
        </Button>
      ) : (
        <Button variant="subtle" component="a" href={document.document_url} download={`${document.document_name}.pdf`}>
          Download {hiddenName}
        </Button>
      )}
      <Button variant="subtle" {...disabledProps} onClick={() => onAction('expiry')}>
        Expiry date <span className="visually-hidden">of {document.document_name}</span>
      </Button>
      <Button variant="subtle" color="red" {...disabledProps} onClick={() => onAction('delete')}>
        Delete {hiddenName}
      </Button>
    </div>
  );
}

/** One document: name, category, size, date, expiry, whether the academy has verified it, and the buttons. */
export function DocumentRow({ document, today, disabledReasonId, onAction }: DocumentRowProps) {
  const expiry = expiryLabel(document.expires_on, today);
  return (
    <li className={`stack wide gap-2 line-below ${classes.document}`}>
      <div className="stack shrink gap-1">
        <h3 className="midsize semibold anywhere">{document.document_name}</h3>
        <p className="soft small">
          {categoryNames[document.category_name]} · {formatBytes(document.bytes)} ·{' '}
          {formatDay(academyDay(new Date(document.created_at)))}
        </p>
        {expiry ? (
          <p className={`self-left small ${classes.mark}`} data-tone={expiry.tone}>
            {expiry.text}
          </p>
        ) : null}
        <p className="soft small anywhere">
          {document.state === 'rejected' ? <strong className={classes.rejected}>Not accepted. </strong> : null}
          {document.rejection ?? stateTexts[document.state]}
        </p>
      </div>
      <Actions document={document} disabledReasonId={disabledReasonId} onAction={onAction} />
    </li>
  );
}
