import { Anchor, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { type ReviewedDocument, staffDocumentPath } from '../../../contract/staff/documents.ts';
import { fetchFile } from '../../lib/fetch-file.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import { PdfPages } from '../../ui/pdf/pdf-pages.tsx';
import { type PdfState, usePdf } from '../../ui/pdf/use-pdf.ts';
import { withAuthentication } from '../session/staff-api.ts';
import classes from './documents.module.css';

const load = (url: string, signal: AbortSignal) =>
  withAuthentication(() => fetchFile((...request) => fetch(...request), url, signal));

const failures: Record<Extract<PdfState, { at: 'failed' }>['why'], { title: string; advice: string }> = {
  offline: { title: 'The preview could not be loaded.', advice: 'Check your connection and try again.' },
  missing: { title: 'The document could not be loaded.', advice: 'The student may have deleted it meanwhile.' },
  refused: { title: 'The document could not be loaded.', advice: 'Try again in a minute.' },
  unreadable: { title: 'The document could not be shown.', advice: 'Download it and open it in another program.' },
};

function Pages({ document, onRetry }: { document: ReviewedDocument; onRetry: () => void }) {
  const state = usePdf(load, staffDocumentPath(document.id));
  if (state.at === 'loading') return <Text role="status">The document is loading…</Text>;
  if (state.at === 'open')
    return (
      <div className={classes.preview}>
        <PdfPages file={state.file} name={document.document_name} />
      </div>
    );
  const { title, advice } = failures[state.why];
  const retry = (
    <Button variant="outline" onClick={onRetry}>
      Try again
    </Button>
  );
  return (
    <Notice tone="error" role="alert" title={title} action={retry}>
      {advice}
    </Notice>
  );
}

/** Shows the PDF of a document. Each view is recorded in the audit log. */
export function DocumentPreview({ document }: { document: ReviewedDocument }) {
  const [tries, setTries] = useState(1);
  return (
    <>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          Each view is recorded.
        </Text>
        <Anchor underline="always" href={staffDocumentPath(document.id)} download={`${document.document_name}.pdf`}>
          Download
        </Anchor>
      </Group>
      <Pages key={tries} document={document} onRetry={() => setTries(tries + 1)} />
    </>
  );
}
