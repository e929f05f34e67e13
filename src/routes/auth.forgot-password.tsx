import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { createForgotFlow } from '../auth/reset/forgot-flow.ts';
import { ForgotPage } from '../auth/reset/forgot-page.tsx';
import { useBrand } from '../content/use-brand.ts';
import { apiOf } from '../lib/api.ts';
import { privateHead } from '../site/page-head/page-head.ts';

export const Route = createFileRoute('/auth/forgot-password')({
  head: ({ match }) => privateHead(match.context.queryClient, 'Reset Your Password'),
  component: ForgotPassword,
});

function ForgotPassword() {
  const queryClient = useQueryClient();
  const brand = useBrand();
  const [flow] = useState(() => createForgotFlow(apiOf(queryClient)));
  return <ForgotPage flow={flow} brand={brand} />;
}
