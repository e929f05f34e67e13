import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { retryChannels } from '../../contract/auth.ts';
import { codeLength } from '../../contract/limits.ts';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../http/clock.ts';
import { insertCode, renewCode, verifyCode } from './otp.repo.ts';
import { type CodeChannel, isOnWhatsapp, readRecipient, type WidgetAnswer, widgetFailures } from './otp-rules.ts';
import { addMessage } from './outbox.repo.ts';

/** What the server does for the three functions of the sandbox widget for one-time codes. */
export type WidgetCalls = {
  send(identifier: string): Promise<WidgetAnswer>;
  /**
   * Sends the one-time code again. `channel` is MSG91's number for the way to send it: 12 for WhatsApp, 3 for email.
   */
  retry(requestId: string, channel: string): Promise<WidgetAnswer>;
  /** Checks a one-time code that was typed. If it is right, the `message` of the response is the access token. */
  verify(requestId: string, code: string): Promise<WidgetAnswer>;
};

const channelOf = new Map<string, CodeChannel>([
  [retryChannels.whatsapp_otp, 'whatsapp'],
  [retryChannels.email_otp, 'email'],
]);

export function createWidgetCalls({ db, clock }: { db: Kysely<Database>; clock: Clock }): WidgetCalls {
  const deliver = (to: string, channel: CodeChannel, code: string) =>
    addMessage(db, {
      at: new Date(clock.now()).toISOString(),
      channel,
      to,
      code,
      text: `Your one-time code is ${code}. It is valid for 10 minutes.`,
    });

  return {
    async send(identifier) {
      const recipient = readRecipient(identifier);
      if (!recipient) return widgetFailures.badRecipient();
      const { to, channel } = recipient;
      if (channel === 'whatsapp' && !isOnWhatsapp(to)) return widgetFailures.notOnWhatsapp();
      const code = String(randomInt(10 ** codeLength)).padStart(codeLength, '0');
      const request_id = randomUUID().replaceAll('-', '');
      await insertCode(db, { request_id, identifier: to, channel, code, created_at: new Date(clock.now()) });
      await deliver(to, channel, code);
      return { type: 'success', message: request_id };
    },

    async retry(requestId, channelNumber) {
      const channel = channelOf.get(channelNumber);
      if (!channel) return widgetFailures.badChannel();
      const request = await renewCode(db, requestId, new Date(clock.now()));
      if (!request) return widgetFailures.none();
      if (request.channel !== channel) return widgetFailures.badChannel();
      await deliver(request.identifier, channel, request.code);
      return { type: 'success', message: requestId };
    },

    async verify(requestId, code) {
      const token = `sandbox.${randomBytes(32).toString('base64url')}`;
      const tokenHash = createHash('sha256').update(token).digest();
      const result = await verifyCode(db, { requestId, code, now: clock.now(), tokenHash });
      return result === 'verified' ? { type: 'success', message: token } : widgetFailures[result]();
    },
  };
}
