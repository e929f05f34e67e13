import '../../ui/controls.css';
import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { documentCategories, type StudentDocument } from '../../../contract/documents.ts';
import { academyDay, formatInstant } from '../../lib/format.ts';
import { useConnection } from '../../offline/page-connection.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TabStrip } from '../../ui/tab-strip.tsx';
import part from '../profile-page.module.css';
import { DocumentDialogs, type OpenDialog } from './document-dialogs.tsx';
import classes from './document-list.module.css';
import { DocumentRow } from './document-row.tsx';
import { categoryNames } from './document-texts.ts';
import { EndingNotice } from './ending-notice.tsx';
import { UploadButton } from './upload-button.tsx';

const tabs = [
  { key: 'all' as const, label: 'All' },
  ...documentCategories.map((key) => ({ key, label: categoryNames[key] })),
];
const waitsId = 'documents-wait';

const fold = (text: string) => text.normalize('NFKC').toLocaleLowerCase('en');

/** The documents of a category, by a part of their name. */
function findDocuments(documents: readonly StudentDocument[], category: string, search: string): StudentDocument[] {
  const wanted = fold(search.trim());
  return documents.filter(
    ({ category_name, document_name }) =>
      (category === 'all' || category_name === category) && fold(document_name).includes(wanted),
  );
}

function NothingFound({ hasSearched }: { hasSearched: boolean }) {
  if (hasSearched) return <EmptyState title="No document has that name">Try a shorter part of its name.</EmptyState>;
  return (
    <EmptyState title="No documents here yet">
      Passport, CDC, medical and certificates that you upload are kept here, and shown to nobody else.
    </EmptyState>
  );
}

type DocumentsDeskProps = {
  studentId: string;
  documents: StudentDocument[];
  /** Milliseconds: when the list was read. */
  asOf: number;
  view: string | undefined;
};

/** The student's documents by category and name, and what can be done with them. */
export function DocumentsDesk({ studentId, documents, asOf, view }: DocumentsDeskProps) {
  const connection = useConnection();
  const isCut = connection === 'offline' || connection === 'portal';
  const [today] = useState(() => academyDay());
  const [search, setSearch] = useState('');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const open = tabs.find(({ key }) => key === view)?.key ?? 'all';
  const found = findDocuments(documents, open, search);
  return (
    <section aria-labelledby="documents" className={part.part}>
      <div className={classes.head}>
        <h2 id="documents" ref={heading} tabIndex={-1}>
          My Documents
        </h2>
        <UploadButton
          count={documents.length}
          waitsId={isCut ? waitsId : null}
          onOpen={() => setDialog({ act: 'upload' })}
        />
      </div>
      {isCut ? (
        <p id={waitsId} role="status" className={classes.soft}>
          Adding, viewing, saving and changing documents wait for the connection: their files are kept on our server
          only. List as of {formatInstant(asOf)}.
        </p>
      ) : null}
      <EndingNotice documents={documents} today={today} />
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
        <ul className={classes.documents}>
          {found.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              today={today}
              waitsId={isCut ? waitsId : null}
              onAct={(act) => setDialog({ act, document })}
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
