import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod';
import { createCodeProvider } from '../auth/code/code-provider.ts';
import { ownPath } from '../auth/return-address.ts';
import { createLoginFlow } from '../auth/sign-in/login-flow.ts';
import { LoginPage } from '../auth/sign-in/login-page.tsx';
import { useBrand } from '../content/use-brand.ts';
import { apiOf } from '../lib/api.ts';
import { privateHead } from '../site/page-head/page-head.ts';

export const Route = createFileRoute('/login')({
  validateSearch: z.object({
    identifier: z.coerce.string().max(200).optional().catch(undefined),
    from: ownPath.optional().catch(undefined),
  }),
  head: ({ match }) => privateHead(match.context.queryClient, 'Login'),
  component: Login,
});

function Login() {
  const { identifier, from } = Route.useSearch();
  const queryClient = useQueryClient();
  const brand = useBrand();
  const [flow] = useState(() => {
    const api = apiOf(queryClient);
    const provider = createCodeProvider({ api, window, now: Date.now });
    return createLoginFlow({ api, provider, now: Date.now });
  });
  return <LoginPage flow={flow} identifier={identifier} from={from ?? null} brand={brand} />;
}
