import type { CodeWidget } from '../../../contract/code-provider.ts';

type CodeWidgetSettings = {
  OTP_PROVIDER: 'sandbox' | 'msg91';
  MSG91_WIDGET_ID?: string | undefined;
  MSG91_TOKEN?: string | undefined;
};

/** The public settings of the configured one-time-code provider, which pages need to load its widget. */
export function readCodeWidget(settings: CodeWidgetSettings): CodeWidget {
  if (settings.OTP_PROVIDER === 'sandbox') return { provider: 'sandbox' };
  const { MSG91_WIDGET_ID: widget_id = '', MSG91_TOKEN: token_auth = '' } = settings;
  return { provider: 'msg91', widget_id, token_auth };
}
