import type { QueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { act } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useCallback, useSyncExternalStore } from 'react';
import { vi } from 'vitest';
import { sessionHintCookie } from '../../../contract/headers.ts';
import { CheckoutGate } from '../../../src/checkout/checkout-gate.tsx';
import type { GoTo } from '../../../src/checkout/checkout-provider.tsx';
import { useScreenAt } from '../../../src/checkout/checkout-screen.ts';
import { CheckoutStart } from '../../../src/checkout/steps/checkout-start.tsx';
import { ConfirmationPage } from '../../../src/checkout/steps/confirmation-page.tsx';
import { InformationPage } from '../../../src/checkout/steps/information-page.tsx';
import { ReviewPage } from '../../../src/checkout/steps/review-page.tsx';
import { type Answered, answeringApi, type SentCall } from '../../support/answers.ts';
import { renderInPage } from '../../support/in-page.tsx';
import { brand } from '../catalogue/academy.ts';
import { attemptId, cart, profile, settings, studentId } from './orders.ts';

export type Answers = Record<string, Answered | ((call: SentCall) => Answered | Promise<Answered>)>;

/** A simulated network connection for the page under test. `turn` makes it go online or offline. */
function createLine(isUp: boolean) {
  const listeners = new Set<() => void>();
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isUp: () => isUp,
    turn(up: boolean) {
      isUp = up;
      act(() => {
        for (const listener of listeners) listener();
      });
    },
  };
}

type CheckoutAtProps = { line: ReturnType<typeof createLine>; left: string[] };

function CheckoutAt({ line, left }: CheckoutAtProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isOnline = useSyncExternalStore(line.subscribe, line.isUp);
  const goTo: GoTo = useCallback(
    (path, options) => void navigate({ href: path, replace: options?.replace ?? false }),
    [navigate],
  );
  const screen = useScreenAt(pathname);
  if (!screen) return <p>at {pathname}</p>;
  const leaveFor = (url: string) => {
    left.push(url);
    return new Promise<void>(() => {});
  };
  return (
    <CheckoutGate screen={screen} isOnline={isOnline} goTo={goTo} leaveFor={leaveFor}>
      {screen.stage === 'start' ? <CheckoutStart /> : null}
      {screen.stage === 'information' ? <InformationPage phone={null} /> : null}
      {screen.stage === 'review' ? <ReviewPage phone={null} /> : null}
      {screen.stage === 'returning' ? (
        <ConfirmationPage attemptId={screen.attemptId} phone={null} brand={brand} />
      ) : null}
    </CheckoutGate>
  );
}

type Opening = {
  at: string;
  answers?: Answers;
  isOnline?: boolean;
  isSignedIn?: boolean;
  /** Fills the query cache before checkout opens. */
  prepare?: (client: QueryClient) => void;
};

/**
 * Renders checkout at an address, as the site's routes do. `left` lists the URLs of the payment pages to which checkout
 * sent the browser.
 */
export async function openCheckout({ at, answers = {}, isOnline = true, isSignedIn = true, prepare }: Opening) {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(isSignedIn ? `${sessionHintCookie}=h` : '');
  const left: string[] = [];
  const line = createLine(isOnline);
  const { api, sent } = answeringApi({
    'POST /api/auth/verify/login/status': {
      body: { statusCode: 200, user: { id: studentId, name: 'Asha Nair', image: null } },
    },
    'GET /api/users/student': { body: { statusCode: 200, data: { users: [profile()] } } },
    'GET /api/users/student/orders': { body: { statusCode: 200, data: [] } },
    'GET /api/users/student/courses': { body: { statusCode: 200, data: [] } },
    'GET /api/users/student/documents': { body: { statusCode: 200, data: { documents: [], total: 0 } } },
    'GET /api/cart': { body: { statusCode: 200, data: cart() } },
    'GET /api/cart/batches': { body: { statusCode: 200, data: [] } },
    'GET /api/booking-groups/settings': { body: { statusCode: 200, data: settings } },
    'POST /api/orders/create': {
      body: {
        statusCode: 200,
        data: 'session',
        order_id: 'LF-2026-000123',
        attempt_id: attemptId,
        checkout_url: 'https://pay.example/1',
      },
    },
    ...answers,
  });

  const page = await renderInPage(<CheckoutAt line={line} left={left} />, { api, at, ...(prepare ? { prepare } : {}) });
  return { ...page, sent, left, line, person: userEvent.setup({ delay: null }) };
}
