import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod';
import { privateHead } from '../site/page-head/page-head.ts';
import { BatchChoicePage } from '../student/batch-choice/batch-choice-page.tsx';

export const Route = createFileRoute('/batch-choice')({
  validateSearch: z.object({ t: z.coerce.string().max(200).optional().catch(undefined) }),
  head: ({ match }) => privateHead(match.context.queryClient, 'Your booking'),
  component: BatchChoice,
});

function BatchChoice() {
  const { t = '' } = Route.useSearch();
  return <BatchChoicePage token={t} />;
}
