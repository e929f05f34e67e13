import '../../ui/controls.css';
import { Button } from '@mantine/core';
import type { StudentDocument } from '../../../contract/documents.ts';
import { academyDay, formatDay } from '../../lib/format.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import classes from './document-list.module.css';
import { categoryNames } from './document-texts.ts';
import { expiryMark } from './expiry.ts';

/** What a student may do with a document, in dialogs. */
export type DocumentAct = 'view' | 'expiry' | 'delete';

type DocumentRowProps = {
  document: StudentDocument;
  today: string;
  /** Id of what says why nothing can be done now. */
  waitsId: string | null;
  onAct: (act: DocumentAct) => void;
};

function Actions({ document, waitsId, onAct }: Omit<DocumentRowProps, 'today'>) {
  const of = <span className="visually-hidden">{document.document_name}</span>;
  const waits = waitsId ? { disabled: true, 'aria-describedby': waitsId } : {};
  return (
    <div className={classes.actions}>
      <Button variant="outline" {...waits} onClick={() => onAct('view')}>
        View {of}
      </Button>
      {waitsId ? (
        <Button variant="subtle" {...waits}>
          Download {of}
        </Button>
      ) : (
        <Button variant="subtle" component="a" href={document.document_url} download={`${document.document_name}.pdf`}>
          Download {of}
        </Button>
      )}
      <Button variant="subtle" {...waits} onClick={() => onAct('expiry')}>
        Last day <span className="visually-hidden">of {document.document_name}</span>
      </Button>
      <Button variant="subtle" color="red" {...waits} onClick={() => onAct('delete')}>
        Delete {of}
      </Button>
    </div>
  );
}

/** One document: name, category, size, date, and how long it is valid. */
export function DocumentRow({ document, today, waitsId, onAct }: DocumentRowProps) {
  const mark = expiryMark(document.expires_on, today);
  return (
    <li className={classes.document}>
      <div className={classes.what}>
        <h3 className={classes.name}>{document.document_name}</h3>
        <p className={classes.facts}>
          {categoryNames[document.category_name]} · {formatBytes(document.bytes)} ·{' '}
          {formatDay(academyDay(new Date(document.created_at)))}
        </p>
        {mark ? (
          <p className={classes.mark} data-tone={mark.tone}>
            {mark.text}
          </p>
        ) : null}
      </div>
      <Actions document={document} waitsId={waitsId} onAct={onAct} />
    </li>
  );
}
