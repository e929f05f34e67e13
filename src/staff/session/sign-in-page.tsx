import { Box, Paper, Stack, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { ContourBackdrop } from '../../ui/pictures/contour-backdrop.tsx';
import { setSignedIn } from './session.queries.ts';
import { SignInForm } from './sign-in-form.tsx';

const route = getRouteApi('/staff/sign-in');

/** The sign-in page of the console. `next` is the path that is opened after signing in. */
export function SignInPage() {
  const { next } = route.useSearch();
  const client = useQueryClient();
  const router = useRouter();
  return (
    <Box component="main" pos="relative" mih="100dvh" p="md" className="clip">
      <ContourBackdrop />
      <Paper withBorder p="xl" radius="md" maw={420} mx="auto" mt="12vh" pos="relative">
        <Stack>
          {/* Focusable, so that `keepFocus` moves the focus here after signing out. */}
          <Title order={1} size="h2" tabIndex={-1} style={{ outline: 'none' }}>
            Staff console
          </Title>
          <SignInForm
            onSignedIn={(staff) => {
              setSignedIn(client, staff);
              router.history.push(next);
            }}
          />
        </Stack>
      </Paper>
    </Box>
  );
}
