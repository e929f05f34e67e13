import './styles.ts';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { type LowData, LowDataContext } from '../lib/low-data.ts';
import { ConnectionStrip } from '../offline/connection-strip.tsx';
import { UpdatePrompt } from '../pwa/update-prompt.tsx';
import { ToastHost } from '../ui/toast-host.tsx';
import { theme } from './theme.ts';

type AppProvidersProps = { children: ReactNode; lowData: LowData | null };

/** What every page stands in: theme, colour scheme, the truth about the connection, and the places where toasts and updates show. */
export function AppProviders({ children, lowData }: AppProvidersProps) {
  return (
    <MantineProvider theme={theme} withCssVariables={false} defaultColorScheme="auto">
      <ConnectionStrip />
      <LowDataContext value={lowData}>{children}</LowDataContext>
      <UpdatePrompt />
      <ToastHost />
    </MantineProvider>
  );
}
