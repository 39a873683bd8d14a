import type { IncomingHttpHeaders } from 'node:http';

export type ProviderChannel = 'whatsapp' | 'sms';

/** A message that a provider would have delivered. */
export interface FakeMessage {
  readonly channel: ProviderChannel;
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
