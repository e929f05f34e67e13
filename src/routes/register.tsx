import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import * as z from 'zod';
import { paths } from '../../contract/pages.ts';
import { createRegisterFlow } from '../auth/register/register-flow.ts';
import { RegisterPage } from '../auth/register/register-page.tsx';
import { ownPath, withReturn } from '../auth/return-address.ts';
import { useBrand } from '../content/use-brand.ts';
import { apiOf } from '../lib/api.ts';
import { academyDay } from '../lib/format/format.ts';
import { errorLog } from '../offline/reports/page-reports.ts';
import { privateHead } from '../site/page-head/page-head.ts';

export const Route = createFileRoute('/register')({
  validateSearch: z.object({ from: ownPath.optional().catch(undefined) }),
  loader: () => ({ today: academyDay() }),
  head: ({ match }) => privateHead(match.context.queryClient, 'Register'),
  component: Register,
});

function Register() {
  const { today } = Route.useLoaderData();
  const { from = null } = Route.useSearch();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const brand = useBrand();
  const [flow] = useState(() =>
    createRegisterFlow({
      api: apiOf(queryClient),
      report: (error, details) => errorLog.report(error, details),
    }),
  );
  const goToLogin = useCallback(
    () => void navigate({ href: withReturn(paths.login, from), replace: true }),
    [navigate, from],
  );
  return <RegisterPage flow={flow} today={today} brand={brand} from={from} onRegistered={goToLogin} />;
}
