import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { createForgotFlow } from '../auth/reset/forgot-flow.ts';
import { ForgotPage } from '../auth/reset/forgot-page.tsx';
import { academyName } from '../content/content.queries.ts';
import { useBrand } from '../content/use-brand.ts';
import { apiOf } from '../lib/api.ts';

export const Route = createFileRoute('/auth/forgot-password')({
  head: ({ match }) => ({
    meta: [
      { title: `Reset Your Password | ${academyName(match.context.queryClient)}` },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: ForgotPassword,
});

function ForgotPassword() {
  const queryClient = useQueryClient();
  const brand = useBrand();
  const [flow] = useState(() => createForgotFlow(apiOf(queryClient)));
  return <ForgotPage flow={flow} brand={brand} />;
}
