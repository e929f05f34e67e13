import '../../ui/controls.css';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import type { StudentDocument } from '../../../contract/documents.ts';
import { fetchFile } from '../../lib/fetch-file.ts';
import { pageFetch } from '../../offline/calls/page-api.ts';
import { useUnreachable } from '../../offline/connection/unreachable.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import { PdfPages } from '../../ui/pdf/pdf-pages.tsx';
import { type PdfState, usePdf } from '../../ui/pdf/use-pdf.ts';
import classes from './preview-dialog.module.css';

type Failure = Extract<PdfState, { at: 'failed' }>['why'];

const failures: Record<Exclude<Failure, 'offline'>, { title: string; advice: string }> = {
  missing: {
    title: 'The document could not be loaded.',
    advice: 'It may have been deleted. Close the preview and check your documents.',
  },
  refused: { title: 'The document could not be loaded.', advice: 'Try again in a minute.' },
  unreadable: { title: 'The document could not be shown.', advice: 'Download it and open it in another app.' },
};

const load = (url: string, signal: AbortSignal) => fetchFile(pageFetch, url, signal);

type ContentProps = { document: StudentDocument; onRetry: () => void };

function PreviewContent({ document, onRetry }: ContentProps) {
  const state = usePdf(load, document.document_url);
  const { reason, when } = useUnreachable();
  if (state.at === 'open') return <PdfPages file={state.file} name={document.document_name} />;
  if (state.at === 'loading')
    return (
      <p role="status" className={classes.loading}>
        The document is loading…
      </p>
    );
  const offline = {
    title: 'The preview could not be loaded.',
    advice: `${reason}. Your files are not stored on this device. Try again ${when}.`,
  };
  const { title, advice } = state.why === 'offline' ? offline : failures[state.why];
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

/** Shows a document's PDF in a full-screen dialog. */
export function PreviewDialog({ document, onClose }: { document: StudentDocument; onClose: () => void }) {
  const [tries, setTries] = useState(1);
  return (
    <Modal
      opened
      onClose={onClose}
      title={document.document_name}
      fullScreen
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ content: classes.content, body: `row grow ${classes.body}` }}
    >
      <PreviewContent key={tries} document={document} onRetry={() => setTries(tries + 1)} />
    </Modal>
  );
}
