import type { FastifyReply } from 'fastify';

/**
 * Content-Security-Policy of every response that is not a page. If the response is opened directly in a tab, it can
 * load, run and frame nothing.
 */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Content-Security-Policy of SVG pictures. Unlike `closedPolicy`, it allows inline styles and `data:` pictures, because
 * SVG pictures may contain them.
 */
export const picturePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox";

/**
 * Content-Security-Policy of videos. Unlike `closedPolicy`, it has no sandbox: if a video is opened in a tab, the
 * browser's player loads the file again, which a sandbox would forbid.
 */
export const videoPolicy = "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; frame-ancestors 'none'";

/**
 * Content-Security-Policy of script files. It has no `default-src`: in the policy of the service worker's script, that
 * would restrict what the service worker may fetch.
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
  // Strict-Transport-Security has no `includeSubDomains`, because other hosts of the academy's domain do not belong to
  // this site.
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
      // Popups are allowed, because a payment or captcha may open a window that needs to report back to the page.
      .header('cross-origin-opener-policy', 'same-origin-allow-popups')
      .header('permissions-policy', permissionsPolicy)
  );
}
