import { useSession } from '../../auth/session/use-session.ts';
import { useShownRows } from '../../offline/outbox/list/use-waiting-changes.ts';
import { Notice } from '../../ui/messages/notice.tsx';

/**
 * Says that a message from this device waits in the outbox or was received, and links to the list of waiting changes at
 * the top of the page. The contact form and the grievance form show the same note for messages of either form, so that
 * the note does not reveal that an anonymous message is a grievance.
 */
export function WaitingNote() {
  const { student } = useSession();
  const rows = useShownRows(student?.id ?? null);
  if (rows.some(({ kind }) => kind === 'contact.send' || kind === 'grievance.send'))
    return (
      <Notice tone="waiting" title="A message on this device has not been sent yet.">
        <a href="#waiting-changes">See the list at the top of the page</a>
      </Notice>
    );
  if (rows.some(({ kind }) => kind === 'receipt'))
    return (
      <Notice tone="success" title="A message from this device was received.">
        <a href="#waiting-receipts">See its reference number at the top of the page</a>
      </Notice>
    );
  return null;
}
