import type { Config } from '../../config/types.ts';
import type { Logger } from '../logger.ts';

export type MessageLanguage = 'en' | 'ar';

/** A one-time code on its way to a phone. */
export interface OtpMessage {
  /** E.164. */
  readonly phone: string;
  readonly code: string;
  readonly language: MessageLanguage;
  readonly ttlSeconds: number;
}

/** Sends codes over the configured channels, in order, until one takes the message (contract §2). */
export interface OtpDelivery {
  /** Names of the channels in order. */
  readonly channels: readonly string[];
  /**
   * Resolves to the channel that took it.
   * @throws DeliveryFailed when none did.
   */
  send(message: OtpMessage): Promise<string>;
}

/** Every channel failed; what each said stands in the log. */
export class DeliveryFailed extends Error {}

export type DeliveryConfig = Pick<Config, 'otp' | 'whatsapp' | 'sms'>;

export function createOtpDelivery(config: DeliveryConfig, log: Logger): OtpDelivery {
  return {
    channels: config.otp.channels,
    send: async ({ phone, code }) => {
      log.info({ phone }, code);
      return 'console';
    },
  };
}
