import { Agent, request } from 'node:https';
import webPush from 'web-push';
import { lookUpPublic } from './public-endpoint.ts';
import { type Delivery, type PushCarrier, PushRefused, type PushTarget } from './push.ts';

/**
 * The server's VAPID key pair. `subject` is the `mailto:` or `https:` URL at which push services can reach the
 * operator.
 */
export type VapidKeys = { publicKey: string; privateKey: string; subject: string };

const reasons: Record<number, PushRefused['reason']> = {
  401: 'key',
  403: 'key',
  404: 'gone',
  408: 'later',
  410: 'gone',
  429: 'later',
};

function toRefusal(status: number, retryAfter: string | undefined): PushRefused {
  const reason = reasons[status] ?? (status >= 400 && status < 500 ? 'message' : 'later');
  const seconds = Number(retryAfter);
  return new PushRefused(reason, status, Number.isFinite(seconds) && seconds > 0 ? seconds : 0);
}

/**
 * Sends push messages by the Web Push protocol. The library web-push encrypts and signs them. The request is made
 * here, because the library would read a response of any length. Redirects are not followed. `agent` opens the
 * connections, by default only to public IP addresses.
 */
export function webPushCarrier(vapid: VapidKeys, agent = new Agent({ lookup: lookUpPublic })): PushCarrier {
  return {
    publicKey: vapid.publicKey,
    send({ endpoint, p256dh, auth }: PushTarget, { message, ttlSeconds, topic, isUrgent }: Delivery, signal) {
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        { vapidDetails: vapid, TTL: ttlSeconds, topic, urgency: isUrgent ? 'high' : 'normal' },
      );
      return new Promise<void>((resolve, reject) => {
        const sent = request(endpoint, { method: 'POST', headers, signal, agent }, (response) => {
          const { statusCode = 0 } = response;
          response.destroy();
          if (statusCode >= 200 && statusCode < 300) resolve();
          else reject(toRefusal(statusCode, response.headers['retry-after']));
        });
        sent.on('error', reject);
        sent.end(body);
      });
    },
  };
}
