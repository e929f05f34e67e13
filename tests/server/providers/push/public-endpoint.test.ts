import { describe, expect, it } from 'vitest';
import { isPublicAddress, isPublicEndpoint, lookUpPublic } from '../../../../server/providers/push/public-endpoint.ts';

describe('addresses of push services', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('%s is accepted as the address of a push service', (endpoint) => expect(isPublicEndpoint(endpoint)).toBe(true));

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://localhost/abc',
    'https://localhost./abc',
    'https://db/abc',
    'https://db./abc',
    'https://printer.local./abc',
    'https://metadata.google.internal/abc',
    'https://10.0.0.5/abc',
    'https://0x7f.1/abc',
    'https://2130706433/abc',
    'https://[::ffff:127.0.0.1]/abc',
    'https://8.8.8.8/abc',
    'https://push.example.com:9200/abc',
    'https://user:secret@push.example.com/abc',
    'not a url',
  ])('%s is refused as the address of a push service', (endpoint) => expect(isPublicEndpoint(endpoint)).toBe(false));
});

describe('IP addresses of push services', () => {
  it.each(['142.250.74.110', '2a00:1450:4001:82a::200a'])('the IP address %s counts as public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.20.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
    ...['::1', 'fd00::1', 'fe80::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::1', '::'],
  ])('the IP address %s does not count as public', (address) => expect(isPublicAddress(address)).toBe(false));

  it('a push service whose name resolves to a private address is refused', async () => {
    const error = await new Promise<Error | null>((resolve) => lookUpPublic('localhost', {}, resolve));
    expect(error?.message).toBe('localhost has a private address');
  });
});
