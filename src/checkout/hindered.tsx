import { paths } from '../../contract/pages.ts';
import { PendingNotice } from '../cart/pending-notice.tsx';
import { ActionLink } from '../ui/action-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { CallLink } from './call-link.tsx';
import type { Hindrance } from './use-hindrance.ts';

/** Says why nothing can be ordered now, and where to go instead. */
export function Hindered({ hindrance, phone }: { hindrance: Hindrance; phone: string | null }) {
  if (hindrance.kind === 'pending') return <PendingNotice order={hindrance.order} />;
  if (hindrance.kind === 'empty')
    return (
      <EmptyState title={hindrance.text} action={<ActionLink href={paths.bookOnline}>Book Online</ActionLink>}>
        Choose courses or packages first; what you have paid for is under your profile.
      </EmptyState>
    );
  return (
    <Notice
      tone="wrong"
      role="alert"
      title={hindrance.text}
      action={
        <ActionLink href={paths.cart} look="outline">
          Back to cart
        </ActionLink>
      }
    >
      Your cart is kept.{' '}
      {phone ? (
        <>
          Admissions: <CallLink phone={phone} />
        </>
      ) : null}
    </Notice>
  );
}
