import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { CDPSession, Page } from '@playwright/test';

/** A passkey with its private key, as Chromium describes it. */
export type Passkey = {
  credentialId: string;
  isResidentCredential: boolean;
  rpId?: string;
  privateKey: string;
  userHandle?: string;
  signCount: number;
};

/**
 * Chromium's virtual authenticator, which takes the place of the device's fingerprint reader. It stores passkeys and
 * confirms each request at once, unless its user refuses.
 */
export class Authenticator {
  readonly #browser: CDPSession;
  readonly #id: string;

  private constructor(browser: CDPSession, id: string) {
    this.#browser = browser;
    this.#id = id;
  }

  /** Gives the device that shows this page an authenticator without passkeys. */
  static async connect(page: Page): Promise<Authenticator> {
    const browser = await page.context().newCDPSession(page);
    await browser.send('WebAuthn.enable', { enableUI: false });
    const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    return new Authenticator(browser, authenticatorId);
  }

  /** Lets the user refuse the browser's request for fingerprint, face or PIN while `act` runs. */
  async refusesDuring(act: () => Promise<void>): Promise<void> {
    await this.#confirms(false);
    await act();
    await this.#confirms(true);
  }

  async #confirms(isUserVerified: boolean): Promise<void> {
    await this.#browser.send('WebAuthn.setUserVerified', { authenticatorId: this.#id, isUserVerified });
  }

  async readsPasskeys(): Promise<Passkey[]> {
    return (await this.#browser.send('WebAuthn.getCredentials', { authenticatorId: this.#id })).credentials;
  }

  /** Lets the device have this passkey instead of its own while `act` runs. */
  async holdsDuring(passkey: Passkey, act: () => Promise<void>): Promise<void> {
    const own = await this.readsPasskeys();
    await this.#stores([passkey]);
    await act();
    await this.#stores(own);
  }

  async #stores(passkeys: readonly Passkey[]): Promise<void> {
    await this.#browser.send('WebAuthn.clearCredentials', { authenticatorId: this.#id });
    for (const credential of passkeys)
      await this.#browser.send('WebAuthn.addCredential', { authenticatorId: this.#id, credential });
  }
}

/** A passkey of somebody else for the same site. */
export function foreignPasskey({ rpId }: Passkey): Passkey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    ...{ credentialId: randomBytes(32).toString('base64'), isResidentCredential: true, ...(rpId ? { rpId } : {}) },
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    ...{ userHandle: randomBytes(16).toString('base64'), signCount: 1 },
  };
}
