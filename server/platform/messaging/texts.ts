import { countOf } from '../counts.ts';
import type { MessageLanguage, OtpMessage, PhoneNotice } from './message.ts';

const WORDS: Readonly<Record<MessageLanguage, (validity: string) => string>> = {
  en: (validity) => `Your verification code. Valid for ${validity}. Do not share it.`,
  ar: (validity) => `رمز التحقق الخاص بك. مدة صلاحيته: ${validity}. لا تشاركه.`,
};

const NOTICES: Readonly<Record<PhoneNotice['notice'], Readonly<Record<MessageLanguage, string>>>> = {
  phone_changed: {
    en: 'The account of this number has a new phone number now. If it was not you, contact support.',
    ar: 'تم نقل حساب هذا الرقم إلى رقم هاتف جديد. إذا لم تكن أنت من قام بذلك، فتواصل مع الدعم.',
  },
};

/** The text of a notice. */
export function noticeText({ notice, language }: Pick<PhoneNotice, 'notice' | 'language'>): string {
  return NOTICES[notice][language];
}

/**
 * The text of an SMS. The code is alone on a line, where phones recognise it; below it come the lines of WebOTP
 * (https://wicg.github.io/sms-one-time-codes/) and of Android's SMS Retriever, whose hash must be the last.
 */
export function codeText({ code, language, ttlSeconds, sms }: Pick<OtpMessage, 'code' | 'language' | 'ttlSeconds' | 'sms'>): string {
  const lines = [WORDS[language](duration(ttlSeconds, language)), code];
  if (sms.webDomain !== null) lines.push(`@${sms.webDomain} #${code}`);
  if (sms.androidHash !== null) lines.push(sms.androidHash);
  return lines.join('\n');
}

/** In the largest exact unit. */
function duration(seconds: number, language: MessageLanguage): string {
  const place = 'alone';
  if (seconds >= 3_600 && seconds % 3_600 === 0) return countOf(seconds / 3_600, { unit: 'hour', language, place });
  if (seconds >= 60 && seconds % 60 === 0) return countOf(seconds / 60, { unit: 'minute', language, place });
  return countOf(seconds, { unit: 'second', language, place });
}
