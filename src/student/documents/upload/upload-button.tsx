import { manyDocuments, mostDocuments } from '../../../../contract/documents.ts';
import { ActionButton } from '../../../ui/links/action-button.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { documentTexts } from '../document-texts.ts';

type UploadButtonProps = {
  count: number;
  /** Id of the element that says why uploads are impossible now; null if they are possible. */
  disabledReasonId: string | null;
  onOpen: () => void;
};

/**
 * Button that opens the upload dialog. It warns a student who has nearly the maximum number of documents, and is
 * disabled at the maximum.
 */
export function UploadButton({ count, disabledReasonId, onOpen }: UploadButtonProps) {
  const isFull = count >= mostDocuments;
  const left = mostDocuments - count;
  const reason = isFull ? 'documents-full' : disabledReasonId;
  return (
    <div className="stack left gap-1-5">
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
