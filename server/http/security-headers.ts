import type { FastifyReply } from 'fastify';

/**
 * Content-Security-Policy of every response that is not a page. If the response is opened directly in a tab, it can
 * load, run and frame nothing.
 */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Like `closedPolicy`, for SVG pictures, which may contain styles. */
export const picturePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox";

/** Like `closedPolicy`, for videos: the browser's player loads the file again, which a sandbox would forbid. */
export const videoPolicy = "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; frame-ancestors 'none'";

/**
 * Content-Security-Policy of scripts. It has no `default-src`, because it is also the policy of the code that runs in a
 * worker, such as the service worker, which must be able to fetch.
 */
export const scriptPolicy = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

const unusedFeatures = ['camera', 'microphone', 'geolocation', 'usb', 'serial', 'hid', 'midi', 'display-capture'];
const permissionsPolicy = unusedFeatures.map((feature) => `${feature}=()`).join(', ');

/** How long browsers remember that this site is only reached by https: a year, in seconds. */
const strictTransportSeconds = 31_536_000;

/** Sets the security headers of every response. `isHttpsSite`: the site is only served by https. */
export function setSecurityHeaders(reply: FastifyReply, isHttpsSite: boolean): void {
  reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'strict-origin-when-cross-origin');
  reply.header('content-security-policy', closedPolicy).header('cross-origin-resource-policy', 'same-origin');
  // Without includeSubDomains, because other hosts of the academy are not ours.
  if (isHttpsSite) reply.header('strict-transport-security', `max-age=${strictTransportSeconds}`);
}

/**
 * Sets the headers of a page: its Content-Security-Policy, its isolation from windows of other sites, and the browser
 * features that it may not use.
 */
export function setPageHeaders(reply: FastifyReply, contentPolicy: string): FastifyReply {
  return (
    reply
      .header('content-security-policy', contentPolicy)
      // A payment or captcha may open a window of its own, which needs to report back to the page.
      .header('cross-origin-opener-policy', 'same-origin-allow-popups')
      .header('permissions-policy', permissionsPolicy)
  );
}
