/** The languages that we write messages in. */
export type MessageLanguage = 'en' | 'ar';

/** A message without a code to a phone. */
export interface PhoneNotice {
  /** E.164. */
  readonly phone: string;
  readonly notice: 'phone_changed';
  readonly language: MessageLanguage;
}

/** A one-time code to be sent to a phone. */
export interface OtpMessage {
  /** E.164. */
  readonly phone: string;
  readonly code: string;
  readonly language: MessageLanguage;
  readonly ttlSeconds: number;
}
