import { Paper, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import { StaffPage } from '../frame/staff-page.tsx';
import { accountQuery } from './account-feature.ts';
import { FactorsSection } from './factors-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { ShortcutsSection } from './shortcuts-section.tsx';
import { SignInLog } from './sign-in-log.tsx';

/** The page on which staff members manage their own password, second factors and sign-in sessions. */
export function AccountPage() {
  const account = useQuery(accountQuery);
  return (
    <StaffPage title="Your account">
      {account.isPending ? (
        <SkeletonGroup label="Loading your account" className="stack gap-3">
          <Skeleton height="8rem" />
          <Skeleton height="8rem" />
        </SkeletonGroup>
      ) : null}
      {account.isError ? (
        <ErrorState
          message="Your account could not be loaded."
          onRetry={() => void account.refetch()}
          isRetrying={account.isRefetching}
        />
      ) : null}
      {account.data ? (
        <>
          <Section title="Second factors">
            <FactorsSection account={account.data} />
          </Section>
          <Section title="Password">
            <PasswordSection />
          </Section>
          <Section title="Where you are signed in">
            <SessionsSection sessions={account.data.sessions} />
          </Section>
          <Section title="Keyboard">
            <ShortcutsSection />
          </Section>
          <Section title="Sign-in log">
            <SignInLog entries={account.data.sign_ins} />
          </Section>
        </>
      ) : null}
    </StaffPage>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" withBorder p="md" radius="md" aria-label={title}>
      <Stack>
        <Title order={2} size="h4">
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  );
}
