import type { SecretKeys } from '../../../../platform/crypto/secret-keys.ts';

interface PhoneKey {
  readonly projectId: number;
  /** E.164. */
  readonly phone: string;
}

/** The form in which rows of messages name a phone. */
export function phoneDigest(secrets: SecretKeys, { projectId, phone }: PhoneKey): string {
  return secrets.digestCode(JSON.stringify(['message', projectId, phone])).slice(0, 32);
}
