import type { OtpMessage, PhoneNotice } from './message.ts';

/** The class of a failure, for log lines and metrics. */
export type FailureReason =
  | 'timeout'
  | 'network'
  | 'redirect'
  | 'unauthorized'
  | 'throttled'
  | 'rejected'
  | 'provider_error'
  | 'bad_answer'
  | 'not_sent'
  | 'busy'
  | 'unexpected';

/** A way to send codes, as clients see it. The names of providers are the business of operators. */
export type ChannelKind = 'whatsapp' | 'sms' | 'other';

/** A way to send a code to a phone. */
export interface Channel {
  /**
   * Resolves when the provider accepted the message, to the id that it gave the message. `sender` takes the place of the provider's own.
   * @throws ChannelFailure when it did not, or when the outcome is unknown
   */
  send(message: OtpMessage, sender: string | null): Promise<string | null>;
  /** The same for a notice. Absent where every text needs a template of the provider. */
  notify?(notice: PhoneNotice, sender: string | null): Promise<unknown>;
}

/** A channel did not accept a message. Contains neither the message nor credentials nor the provider's text. */
export class ChannelFailure extends Error {
  readonly reason: FailureReason;
  /** The HTTP status of the provider; null without an answer. */
  readonly status: number | null;
  /** The code of a network error (`ECONNREFUSED`). */
  readonly networkCode: string | null;

  constructor(reason: FailureReason, details: { status?: number; networkCode?: string | null } = {}) {
    super(reason);
    this.reason = reason;
    this.status = details.status ?? null;
    this.networkCode = details.networkCode ?? null;
  }

  /** Whether the breaker counts it. A refused recipient or message and our own overload say nothing about the channel. */
  get isChannelFault(): boolean {
    return this.reason !== 'rejected' && this.reason !== 'not_sent' && this.reason !== 'busy';
  }
}
