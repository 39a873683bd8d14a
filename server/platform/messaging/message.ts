/** The languages that we write messages in. */
export type MessageLanguage = 'en' | 'ar';

/** Where a message goes, which decides how it is sent. */
export interface Destination {
  readonly projectId: number;
  /** E.164. */
  readonly phone: string;
  /** The country of the number, ISO 3166 alpha-2; null for a number of none. */
  readonly country: string | null;
}

/** A message without a code to a phone. */
export interface PhoneNotice extends Destination {
  readonly notice: 'phone_changed';
  readonly language: MessageLanguage;
}

/** Lines below the text of an SMS with which phones fill the code in by themselves; null for a line that is left out. */
export interface FillingLines {
  /** The hash of an Android app, for the SMS Retriever. */
  readonly androidHash: string | null;
  /** The host of a web page, for WebOTP. */
  readonly webDomain: string | null;
}

/** A one-time code to be sent to a phone. */
export interface OtpMessage extends Destination {
  readonly code: string;
  readonly language: MessageLanguage;
  readonly ttlSeconds: number;
  readonly sms: FillingLines;
}
