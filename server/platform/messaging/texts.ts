import type { MessageLanguage, OtpMessage } from './delivery.ts';

const WORDS: Readonly<Record<MessageLanguage, (validity: string) => string>> = {
  en: (validity) => `Your verification code. Valid for ${validity}. Do not share it.`,
  ar: (validity) => `رمز التحقق الخاص بك. مدة صلاحيته: ${validity}. لا تشاركه.`,
};

/** The text of an SMS, short enough for one. The code comes last and alone on its line, where phones find it and fill it in. */
export function codeText({ code, language, ttlSeconds }: Pick<OtpMessage, 'code' | 'language' | 'ttlSeconds'>): string {
  return `${WORDS[language](duration(ttlSeconds, language))}\n${code}`;
}

/** In the largest unit that says it exactly, in the plural that the language asks for. */
function duration(seconds: number, language: MessageLanguage): string {
  if (seconds >= 3_600 && seconds % 3_600 === 0) return inUnit(seconds / 3_600, 'hour', language);
  if (seconds >= 60 && seconds % 60 === 0) return inUnit(seconds / 60, 'minute', language);
  return inUnit(seconds, 'second', language);
}

/** With the digits of the code itself in both languages. */
function inUnit(value: number, unit: 'hour' | 'minute' | 'second', language: MessageLanguage): string {
  const style = { style: 'unit', unit, unitDisplay: 'long', numberingSystem: 'latn', useGrouping: false } as const;
  return new Intl.NumberFormat(language, style).format(value);
}
