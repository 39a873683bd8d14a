import type { IncomingHttpHeaders } from 'node:http';

export type ProviderChannel = 'whatsapp' | 'sms';

/** A message that a provider would have delivered. */
export interface FakeMessage {
  readonly channel: ProviderChannel;
  /** The provider's id of it. */
  readonly id: string;
  /** The address for its receipts; null where it came without one. */
  readonly callback: string | null;
  readonly phone: string;
  /** Empty for a notice. */
  readonly code: string;
  readonly language: 'en' | 'ar';
}

/** A call as it arrived, whatever its outcome. */
export interface ProviderCall {
  readonly channel: ProviderChannel;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
