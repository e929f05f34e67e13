import '../app/theme/fonts.css';
import '../app/theme/tokens.css';
import './console.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '../app/query-client.ts';
import { tokenVariables } from '../app/theme/variables.ts';
import { createApi } from '../lib/api.ts';
import { ToastHost } from '../ui/toasts/toast-host.tsx';
import { keepFocus } from './frame/keep-focus.ts';
import { printInLightColours } from './frame/print-colours.ts';
import { staffTheme } from './frame/staff-theme.ts';
import { createStaffApi } from './session/staff-api.ts';
import { createStaffRouter } from './staff-router.ts';

const container = document.getElementById('root');
if (!container) throw new Error('The document has no #root');

const client = createQueryClient(createStaffApi(createApi((input, init) => fetch(input, init))));
const router = createStaffRouter(client);

keepFocus(document);
printInLightColours(document);
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <MantineProvider theme={staffTheme} cssVariablesResolver={tokenVariables} defaultColorScheme="auto">
        <RouterProvider router={router} />
        <ToastHost />
      </MantineProvider>
    </QueryClientProvider>
  </StrictMode>,
);
