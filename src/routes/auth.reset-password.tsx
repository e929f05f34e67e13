import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import * as z from 'zod';
import { paths } from '../../contract/pages.ts';
import type { ResetPasswordEnd } from '../../machines/reset-password.machine.ts';
import { createResetFlow } from '../auth/reset/reset-flow.ts';
import { ResetPage } from '../auth/reset/reset-page.tsx';
import { resetEndTexts } from '../auth/reset/reset-texts.ts';
import { dropResetToken, leaveReset, readResetToken, saveResetToken } from '../auth/reset/reset-token.ts';
import { sessionQueries } from '../auth/session/session.queries.ts';
import { useBrand } from '../content/use-brand.ts';
import { apiOf } from '../lib/api.ts';
import { privateHead } from '../site/page-head/page-head.ts';
import { showToast } from '../ui/toasts/toasts.ts';

export const Route = createFileRoute('/auth/reset-password')({
  validateSearch: z.object({ t: z.coerce.string().max(500).optional().catch(undefined) }),
  beforeLoad: ({ search }) => {
    if (search.t && saveResetToken(search.t)) throw redirect({ to: paths.resetPassword, search: {}, replace: true });
  },
  head: ({ match }) => privateHead(match.context.queryClient, 'Set a new password'),
  component: ResetPassword,
});

function ResetPassword() {
  const { t } = Route.useSearch();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const brand = useBrand();
  const [flow] = useState(() =>
    createResetFlow({
      api: apiOf(queryClient),
      token: t ?? readResetToken(),
      onUpdated: () => {
        dropResetToken();
        void queryClient.invalidateQueries({ queryKey: sessionQueries.all() });
      },
    }),
  );
  const goOn = useCallback(
    (end: ResetPasswordEnd) => {
      leaveReset(end);
      if (end !== 'updated') showToast({ message: resetEndTexts[end], tone: 'error' });
      void navigate({ href: end === 'updated' ? paths.login : paths.home, replace: true });
    },
    [navigate],
  );
  return <ResetPage flow={flow} brand={brand} onEnd={goOn} />;
}
