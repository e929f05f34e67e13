import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import type { StudentDocument } from '../../../../contract/documents.ts';
// Import the dialogs and toasts that the page loads lazily, so that their load time does not count towards test
// timeouts.
import '../../../../src/student/documents/delete-dialog.tsx';
import { DocumentsTab } from '../../../../src/student/documents/documents-tab.tsx';
import '../../../../src/student/documents/expiry/expiry-dialog.tsx';
import '../../../../src/student/documents/preview-dialog.tsx';
import '../../../../src/student/documents/upload/upload-dialog.tsx';
import { ToastHost } from '../../../../src/ui/toasts/toast-host.tsx';
import '../../../../src/ui/toasts/toast-region.tsx';
import { type Answered, answeringApi, type SentCall } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { studentId } from '../../checkout/orders.ts';

type Answers = Record<string, Answered | ((call: SentCall) => Answered)>;

let count = 0;

/** A student's document of 2.4 MB that was uploaded on 10 March 2026. */
export function document(change: Partial<StudentDocument> = {}): StudentDocument {
  count += 1;
  const id = `6f1c2a34-7a10-4b5e-9d55-${String(count).padStart(12, '0')}`;
  return {
    id,
    document_name: 'Passport',
    category_name: 'personal',
    document_url: `/api/files/${id}`,
    bytes: 2_516_582,
    expires_on: null,
    created_at: '2026-03-10T06:30:00.000Z',
    state: 'waiting',
    rejection: null,
    ...change,
  };
}

export const listed = (documents: StudentDocument[]): Answered => ({
  body: { statusCode: 200, data: { documents, total: documents.length } },
});

/**
 * Opens the page My Documents as if today were 10 March 2026. Each request for the list of documents returns what
 * `documents` contains at that moment.
 */
export async function openDocuments(documents: StudentDocument[], answers: Answers = {}, view?: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-10T08:00:00Z') });
  const { api, sent } = answeringApi({ 'GET /api/users/student/documents': () => listed(documents), ...answers });
  const tab = (
    <>
      <DocumentsTab studentId={studentId} phone={null} view={view} />
      <ToastHost />
    </>
  );
  const drawn = await renderInPage(tab, { api });
  return { ...drawn, sent, person: userEvent.setup({ delay: null }) };
}
