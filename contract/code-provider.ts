import * as z from 'zod';
import { answer } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';

/** Providers of one-time codes that the server may be configured with; `sandbox` stands in for a real one. */
export const codeProviders = ['sandbox', 'msg91'] as const;
export type CodeProviderName = (typeof codeProviders)[number];

/** What a page needs to open the provider's widget. Its id and token are made for pages: the secret stays with the server. */
export const codeWidgetSchema = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('sandbox') }),
  z.object({ provider: z.literal('msg91'), widget_id: z.string(), token_auth: z.string() }),
]);
export type CodeWidget = z.infer<typeof codeWidgetSchema>;

/** Script of each provider's widget (integrations, "One-time codes"). */
export const codeScripts: Readonly<Record<CodeProviderName, string>> = {
  sandbox: '/sandbox/otp-provider.js',
  msg91: 'https://verify.msg91.com/otp-provider.js',
};

/** GET /auth/code-provider: which widget sends and checks one-time codes here. The letter has no call for it. */
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
