import '../../ui/controls.css';
import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { documentCategories, type StudentDocument } from '../../../contract/documents.ts';
import { academyDay, formatInstant } from '../../lib/format/format.ts';
import { useIsOffline } from '../../offline/connection/page-connection.ts';
import { useUnreachable } from '../../offline/connection/unreachable.ts';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { TabStrip } from '../../ui/tabs/tab-strip.tsx';
import { DocumentDialogs, type OpenDialog } from './document-dialogs.tsx';
import classes from './document-list.module.css';
import { DocumentRow } from './document-row.tsx';
import { categoryNames } from './document-texts.ts';
import { ExpiringSoonNotice } from './expiry/expiring-soon-notice.tsx';
import { UploadButton } from './upload/upload-button.tsx';

const tabs = [
  { key: 'all' as const, label: 'All' },
  ...documentCategories.map((key) => ({ key, label: categoryNames[key] })),
];
const offlineNoteId = 'documents-offline-note';

const normalize = (text: string) => text.normalize('NFKC').toLocaleLowerCase('en');

/** Finds the documents of a category that have the search text in their names. */
function findDocuments(documents: readonly StudentDocument[], category: string, search: string): StudentDocument[] {
  const wanted = normalize(search.trim());
  return documents.filter(
    ({ category_name, document_name }) =>
      (category === 'all' || category_name === category) && normalize(document_name).includes(wanted),
  );
}

function NothingFound({ hasSearched }: { hasSearched: boolean }) {
  if (hasSearched) return <EmptyState title="No documents found">Try a shorter part of the name.</EmptyState>;
  return (
    <EmptyState title="No documents here yet">
      Upload your passport, CDC and certificates. Only you and our staff see them.
    </EmptyState>
  );
}

type DocumentListProps = {
  studentId: string;
  documents: StudentDocument[];
  /** When the list of documents was fetched, in ms since the epoch. */
  fetchedAt: number;
  view: string | undefined;
};

/** The student's documents, filtered by category and by a search, with the upload button and the dialogs. */
export function DocumentList({ studentId, documents, fetchedAt, view }: DocumentListProps) {
  const isOffline = useIsOffline();
  const { reason, when } = useUnreachable();
  const [today] = useState(() => academyDay());
  const [search, setSearch] = useState('');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const open = tabs.find(({ key }) => key === view)?.key ?? 'all';
  const found = findDocuments(documents, open, search);
  return (
    <section aria-labelledby="documents" className="stack packed shrink gap-4">
      <div className={`row wrap between top ${classes.head}`}>
        <h2 id="documents" ref={heading} tabIndex={-1}>
          My Documents
        </h2>
        <UploadButton
          count={documents.length}
          disabledReasonId={isOffline ? offlineNoteId : null}
          onOpen={() => setDialog({ action: 'upload' })}
        />
      </div>
      {isOffline ? (
        <p id={offlineNoteId} role="status" className="soft small">
          {reason}. You can upload, view, download and change documents {when}. Last updated: {formatInstant(fetchedAt)}
          .
        </p>
      ) : null}
      <ExpiringSoonNotice documents={documents} today={today} />
      <TextInput
        type="search"
        label="Search by name"
        className={classes.search}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <TabStrip label="Categories" tabs={tabs} open={open} look="scrolling" param="view">
        <p role="status" className="visually-hidden">
          {search ? `${found.length} found` : ''}
        </p>
        {found.length === 0 ? <NothingFound hasSearched={search.trim() !== ''} /> : null}
        <ul className="wide">
          {found.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              today={today}
              disabledReasonId={isOffline ? offlineNoteId : null}
              onAction={(action) => setDialog({ action, document })}
            />
          ))}
        </ul>
      </TabStrip>
      <DocumentDialogs
        studentId={studentId}
        open={dialog}
        onClose={() => setDialog(null)}
        onDeleted={() => {
          setDialog(null);
          heading.current?.focus();
        }}
      />
    </section>
  );
}
