import * as z from 'zod';
import { answer } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';

/** Providers of one-time codes that the server can be configured with; `sandbox` replaces a real one in the demo. */
const codeProviders = ['sandbox', 'msg91'] as const;
export type CodeProviderName = (typeof codeProviders)[number];

/**
 * What a page needs to open the widget of the one-time-code provider. The widget's id and token are public; the secret
 * key stays on the server.
 */
const codeWidgetSchema = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('sandbox') }),
  z.object({ provider: z.literal('msg91'), widget_id: z.string(), token_auth: z.string() }),
]);
export type CodeWidget = z.infer<typeof codeWidgetSchema>;

/** Script URL of each one-time-code provider's widget. */
export const codeScripts: Readonly<Record<CodeProviderName, string>> = {
  sandbox: '/sandbox/otp-provider.js',
  msg91: 'https://verify.msg91.com/otp-provider.js',
};

/** GET /auth/code-provider: which widget sends and checks one-time codes on this site. */
export const getCodeProvider = defineEndpoint({
  name: 'getCodeProvider',
  summary: 'The widget that sends one-time codes',
  method: 'GET',
  url: '/api/auth/code-provider',
  policy: 'public',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: answer({ data: codeWidgetSchema }) },
});
