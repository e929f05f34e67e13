import { LoadFailed } from '../../offline/load-failed.tsx';
import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { paths } from '../../../contract/pages.ts';
import { cartQueries } from '../../cart/cart.queries.ts';
import { ProfileSheet } from '../../student/profile/form/profile-sheet.tsx';
import { toProfileFailure } from '../../student/profile/form/save-profile.ts';
import { ProfileDetails } from '../../student/profile/profile-details.tsx';
import { type PartialStudent, personalFields } from '../../student/profile/profile-fields.ts';
import { studentQueries } from '../../student/student.queries.ts';
import { ActionButton } from '../../ui/links/action-button.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { useFocusAfterRemoval } from '../../ui/page/use-focus-after-removal.ts';
import classes from '../checkout.module.css';
import { useCheckout } from '../checkout-context.ts';
import { CheckoutLoading } from '../checkout-loading.tsx';
import { stateName } from '../checkout-screen.ts';
import { StepPage } from '../step-page.tsx';
import { ConnectionWait, isConnectionWait } from './connection-wait.tsx';
import { DocumentWarning } from './document-warning.tsx';
import { OrderBlockNotice, useOrderBlock } from './order-block.tsx';
import { OrderSummary } from './order-summary.tsx';

/** Lists the student's details that are missing, as buttons. Each button opens the form at its field. */
function MissingDetails({ onFill }: { onFill: (field: string) => void }) {
  const { missing } = useCheckout().state.context;
  if (!missing || missing.length === 0) return null;
  const names = personalFields.filter(({ name }) => missing.some((lacking) => lacking === name));
  return (
    <Notice tone="error" title="Some details are missing">
      To book we need:{' '}
      {names.map(({ name, label }, index) => (
        <Fragment key={name}>
          {index > 0 ? ', ' : ''}
          <button type="button" className={`text-button ${classes.missing}`} onClick={() => onFill(name)}>
            {label.toLowerCase()}
          </button>
        </Fragment>
      ))}
      .
    </Notice>
  );
}

function DetailsSheet({ student, field }: { student: PartialStudent; field: string | null }) {
  const { state, send, saveFailure } = useCheckout();
  return (
    <ProfileSheet
      student={student}
      unsaved={state.context.draft}
      start={{ tab: 'personal', field }}
      isOpen={state.matches({ information: 'editingInformation' }) || state.matches({ information: 'savingProfile' })}
      isSaving={state.matches({ information: 'savingProfile' })}
      hasConflict={state.matches({ information: { editingInformation: 'profileConflict' } })}
      failure={
        state.matches({ information: { editingInformation: 'profileNotSaved' } }) ? toProfileFailure(saveFailure) : null
      }
      from={paths.checkoutInformation}
      onSave={(profile) => send({ type: 'information.save', profile, key: crypto.randomUUID() })}
      onClose={() => send({ type: 'information.cancel' })}
    />
  );
}

function Details({ phone }: { phone: string | null }) {
  const { state, send, studentId } = useCheckout();
  const [field, setField] = useState<string | null>(null);
  const isUnavailable = state.matches({ information: 'profileUnavailable' });
  // Do not fetch the profile before the checkout machine has loaded it: a second call would only burden a failing
  // server.
  const isLoaded = !isUnavailable && !state.matches({ information: 'loadingProfile' });
  const edit = (first: string | null) => {
    setField(first);
    send({ type: 'information.edit' });
  };
  const { data: student } = useQuery({ ...studentQueries.profile(studentId), enabled: isLoaded });
  // After a missing detail was saved, the button that opened the form is gone, so the focus moves to the details.
  const detailsRef = useFocusAfterRemoval(state.context.missing?.length ?? 0);
  if (isUnavailable)
    return (
      <LoadFailed
        message="Your details could not be loaded."
        onRetry={() => send({ type: 'information.retry' })}
        phone={phone}
      />
    );
  if (!student) return <CheckoutLoading label="Your details are loading" />;
  return (
    <div ref={detailsRef} tabIndex={-1} className="stack shrink gap-4 no-outline">
      <MissingDetails onFill={edit} />
      <ProfileDetails student={student} />
      <Button variant="outline" className="self-left" onClick={() => edit(null)}>
        Edit
      </Button>
      <DetailsSheet student={student} field={field} />
    </div>
  );
}

/** The first step: the student checks the details that the booking needs. */
export function InformationPage({ phone }: { phone: string | null }) {
  const { state, send, studentId } = useCheckout();
  const { data: cart } = useQuery(cartQueries.current(studentId));
  const block = useOrderBlock(studentId);
  const isWaiting = isConnectionWait(state);
  const phase = isWaiting ? stateName(state) : 'details';
  const isConfirming = state.matches({ information: 'confirmingInformation' });
  const canProceed = state.can({ type: 'information.proceed' });

  return (
    <StepPage
      title="Review and Confirm Your Details"
      step={0}
      phase={phase}
      lead="Your certificates and joining letters will show these details."
    >
      {block ? <OrderBlockNotice block={block} phone={phone} /> : null}
      {!block ? (
        <div className={`stack gap-6 ${classes.columns}`}>
          <div className="stack packed shrink gap-8">
            <DocumentWarning studentId={studentId} cart={cart} />
            {isWaiting ? <ConnectionWait /> : <Details phone={phone} />}
          </div>
          <OrderSummary cart={cart}>
            {isConfirming ? (
              <>
                <ActionButton
                  fullWidth
                  disabled={!canProceed}
                  aria-describedby={canProceed ? undefined : 'proceed-hint'}
                  onClick={() => send({ type: 'information.proceed' })}
                >
                  Proceed
                </ActionButton>
                {canProceed ? null : (
                  <p id="proceed-hint" className={classes.hint}>
                    Complete your details to proceed.
                  </p>
                )}
              </>
            ) : null}
          </OrderSummary>
        </div>
      ) : null}
    </StepPage>
  );
}
