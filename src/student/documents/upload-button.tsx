import { manyDocuments, mostDocuments } from '../../../contract/documents.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import classes from './document-list.module.css';
import { documentTexts } from './document-texts.ts';

type UploadButtonProps = {
  count: number;
  /** Id of what says why uploading has to wait. */
  waitsId: string | null;
  onOpen: () => void;
};

/** Opens the upload; warns from 20 documents on, and is closed at 25 (document 2, section 5). */
export function UploadButton({ count, waitsId, onOpen }: UploadButtonProps) {
  const isFull = count >= mostDocuments;
  const left = mostDocuments - count;
  const reason = isFull ? 'documents-full' : waitsId;
  return (
    <div className={classes.upload}>
      <ActionButton onClick={onOpen} disabled={reason !== null} {...(reason ? { 'aria-describedby': reason } : {})}>
        Upload document
      </ActionButton>
      {isFull ? (
        <div id="documents-full">
          <Notice tone="waiting" title={documentTexts.limit}>
            You have {count} documents. Delete one to upload another.
          </Notice>
        </div>
      ) : null}
      {!isFull && count >= manyDocuments ? (
        <Notice tone="waiting" title={`You have ${count} of ${mostDocuments} documents`}>
          {left === 1 ? 'One more can be uploaded.' : `${left} more can be uploaded.`}
        </Notice>
      ) : null}
    </div>
  );
}
