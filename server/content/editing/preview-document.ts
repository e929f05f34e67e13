import type { Kysely } from 'kysely';
import type { ContentBody, DocumentName } from '../../../contract/staff/content.ts';
import type { Database } from '../../db/schema.ts';
import { inDiscardedTransaction } from '../../db/transactions/discarded-transaction.ts';
import { withPreviewDatabase } from '../../http/preview-database.ts';
import { readDraft } from './draft.repo.ts';
import { planDocument, tidyBody } from './plan-document.ts';
import { PublishError, writePlan } from './publish-document.ts';
import { openDocument, readCurrentContent } from './read-document.ts';

/** Renders a public page as complete HTML. Returns null if this process serves no pages. */
export type RenderPage = (path: string) => Promise<string | null>;

const scripts = /<script\b[^>]*>[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g;

/** Removes the scripts from a page that is shown in a frame in the console, and makes its links open a new window. */
function toPreview(html: string): string {
  const still = html.replace(scripts, '');
  return still.replace('<head>', '<head><base target="_blank"><meta name="robots" content="noindex">');
}

/** Preview a post with a future publication date as if it were published today. */
const asToday = (body: ContentBody, today: string): ContentBody =>
  typeof body.time === 'string' && String(body.date) >= today ? { ...body, date: today, time: '00:00' } : body;

type PreviewDeps = { contentDir: string; renderPage: RenderPage; today: string };

/**
 * Renders the public page as it would be with the draft: publishes the draft in a transaction, renders the page, and
 * rolls back. Returns null if the document has no page, or if this process serves no pages.
 * @throws PublishError
 */
export async function previewDocument(
  db: Kysely<Database>,
  name: DocumentName,
  { contentDir, renderPage, today }: PreviewDeps,
): Promise<{ page: string; html: string } | null> {
  return inDiscardedTransaction(db, async (tx) => {
    const current = await readCurrentContent(tx);
    const open = openDocument(name, current);
    const draft = await readDraft(tx, name);
    if (!open || (!open.published && !draft)) throw new PublishError('NOT_FOUND');
    const drafted = draft && { id: name.id, body: asToday(draft.body, today), open };
    const body = drafted ? await tidyBody(tx, drafted, current) : (open.published ?? {});
    if (draft) {
      const { faults, tables } = await planDocument(contentDir, { id: name.id, body, open }, current);
      if (!tables) throw new PublishError('CONTENT_FAULTS', faults);
      await writePlan(tx, tables);
    }
    const page = open.rules.pageOf(name.id, body, current.files);
    const html = page && (await withPreviewDatabase(tx, () => renderPage(page)));
    return page && html ? { page, html: toPreview(html) } : null;
  });
}
