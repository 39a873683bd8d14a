import type { OtpMessage } from './delivery.ts';

/** What went wrong, by class: what a log line and a metric may say. */
export type FailureReason =
  | 'timeout'
  | 'network'
  | 'redirect'
  | 'unauthorized'
  | 'throttled'
  | 'rejected'
  | 'provider_error'
  | 'bad_answer'
  | 'busy'
  | 'unexpected';

/** One way to bring a code to a phone. */
export interface Channel {
  readonly name: string;
  /**
   * Resolves when the provider took the message.
   * @throws ChannelFailure when it did not, or when nobody knows.
   */
  send(message: OtpMessage): Promise<void>;
}

/** A channel did not take a message. Says nothing of the message, the credentials or the provider's words. */
export class ChannelFailure extends Error {
  readonly reason: FailureReason;
  /** The provider's HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** The code of a network error (`ECONNREFUSED`). */
  readonly networkCode: string | null;

  constructor(reason: FailureReason, details: { status?: number; networkCode?: string | null } = {}) {
    super(reason);
    this.reason = reason;
    this.status = details.status ?? null;
    this.networkCode = details.networkCode ?? null;
  }

  /** Whether it speaks against the channel: a refused recipient does not, nor does a rush of our own. */
  get isChannelFault(): boolean {
    return this.reason !== 'rejected' && this.reason !== 'busy';
  }
}
