import {
  addReplyTemplate,
  changeReplyTemplate,
  deleteReplyTemplate,
  listReplyTemplates,
  type ReplyTemplate,
  type ReplyTemplateFields,
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

/**
 * Refuses a change of a template if the template is no longer as the staff member saw it. Accepts the call if the
 * template already has the wanted text, because it may repeat a call whose response was lost.
 */
function refuseOutdatedChange(stored: ReplyTemplate, seen: ReplyTemplateFields, wanted: ReplyTemplateFields): void {
  const isStored = ({ name, text }: ReplyTemplateFields) => name === stored.name && text === stored.text;
  if (isStored(seen) || isStored(wanted)) return;
  throw refuse(
    changeReplyTemplate.refusals,
    'TEMPLATE_CHANGED',
    'This template has changed since you opened it. Nothing was saved; what you typed is still here. ' +
      'The list shows the newer template: save again to replace it.',
    { data: stored },
  );
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

  mount(changeReplyTemplate, async ({ db, params: { id }, body: { seen, ...after }, staff }) => {
    const before = await lockTemplate(db, id);
    if (!before) throw notFound();
    if (seen) refuseOutdatedChange(before, seen, after);
    await withFreeName(updateTemplate(db, id, after, now()));
    const entry = { action: 'templates change', subject: `template:${id}`, before, after };
    await recordStaffAction(db, staff, entry, now());
    return { statusCode: 200, data: { id, ...after } };
  });

  mount(deleteReplyTemplate, async ({ db, params: { id }, staff }) => {
    const before = await lockTemplate(db, id);
    if (!before) throw notFound();
    await deleteTemplate(db, id);
    await recordStaffAction(db, staff, { action: 'templates delete', subject: `template:${id}`, before }, now());
    return { statusCode: 200 };
  });
}
