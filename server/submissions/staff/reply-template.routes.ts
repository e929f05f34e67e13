import {
  addReplyTemplate,
  changeReplyTemplate,
  deleteReplyTemplate,
  listReplyTemplates,
} from '../../../contract/staff/enquiries.ts';
import { recordStaffAction } from '../../db/audit-entry.ts';
import { isDuplicate } from '../../db/connection/database-errors.ts';
import type { Clock } from '../../http/clock.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { notFound, refuse } from '../../http/refusal.ts';
import { deleteTemplate, insertTemplate, listTemplates, lockTemplate, updateTemplate } from './reply-template.repo.ts';

/**
 * Awaits the insertion or change of a template.
 * @throws Refusal 409 TEMPLATE_EXISTS if another template has the same name
 */
async function withFreeName<T>(change: Promise<T>): Promise<T> {
  const text = 'Another template has this name.';
  return change.catch((error: unknown) => {
    if (!isDuplicate(error)) throw error;
    throw refuse(addReplyTemplate.refusals, 'TEMPLATE_EXISTS', text, { fields: { name: text } });
  });
}

/** The API calls by which staff read and change templates for replies to enquiries. */
export function replyTemplateRoutes(mount: Mount, { clock }: { clock: Clock }): void {
  const now = () => new Date(clock.now());

  mount(listReplyTemplates, async ({ db }) => ({ statusCode: 200, data: await listTemplates(db) }));

  mount(addReplyTemplate, async ({ db, body, staff }) => {
    const data = await withFreeName(insertTemplate(db, body, now()));
    await recordStaffAction(db, staff, { action: 'templates add', subject: `template:${data.id}`, after: body }, now());
    return { statusCode: 200, data };
  });

  mount(changeReplyTemplate, async ({ db, params: { id }, body, staff }) => {
    const before = await lockTemplate(db, id);
    if (!before) throw notFound();
    await withFreeName(updateTemplate(db, id, body, now()));
    const entry = { action: 'templates change', subject: `template:${id}`, before, after: body };
    await recordStaffAction(db, staff, entry, now());
    return { statusCode: 200, data: { id, ...body } };
  });

  mount(deleteReplyTemplate, async ({ db, params: { id }, staff }) => {
    const before = await lockTemplate(db, id);
    if (!before) throw notFound();
    await deleteTemplate(db, id);
    await recordStaffAction(db, staff, { action: 'templates delete', subject: `template:${id}`, before }, now());
    return { statusCode: 200 };
  });
}
