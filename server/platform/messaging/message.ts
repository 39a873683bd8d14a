/** The languages that we write messages in. */
export type MessageLanguage = 'en' | 'ar';

/** A one-time code to be sent to a phone. */
export interface OtpMessage {
  /** E.164. */
  readonly phone: string;
  readonly code: string;
  readonly language: MessageLanguage;
  readonly ttlSeconds: number;
}
