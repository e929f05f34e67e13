import './theme/styles.ts';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { type LowData, LowDataContext } from '../lib/low-data.ts';
import { ConnectionStrip } from '../offline/connection-strip.tsx';
import { UpdatePrompt } from '../pwa/update-prompt.tsx';
import { ToastHost } from '../ui/toasts/toast-host.tsx';
import { theme } from './theme/theme.ts';

type AppProvidersProps = { children: ReactNode; lowData: LowData | null };

/**
 * Wraps every page: theme, colour scheme, low-data mode, the offline strip, toasts and the update prompt. Mantine’s
 * global classes are left out, because no page uses the props that need them (`hiddenFrom`, `visibleFrom`).
 */
export function AppProviders({ children, lowData }: AppProvidersProps) {
  return (
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false} defaultColorScheme="auto">
      <ConnectionStrip />
      <LowDataContext value={lowData}>{children}</LowDataContext>
      <UpdatePrompt />
      <ToastHost />
    </MantineProvider>
  );
}
