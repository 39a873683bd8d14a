/** The reasons that moderators give the author of a rejected text. The author may read another language than the moderator. */
export const REASON_TEMPLATES = {
  en: {
    spam: 'We removed it because it is advertising or spam.',
    abuse: 'We removed it because it insults or threatens people.',
    off_topic: 'We removed it because it is not about this subject.',
    personal_data: 'We removed it because it contains personal data, such as a phone number or an address.',
    other: 'We removed it because it does not follow our rules.',
  },
  ar: {
    spam: 'أزلناه لأنه إعلان أو محتوى مزعج.',
    abuse: 'أزلناه لأنه يتضمن إساءة أو تهديدًا.',
    off_topic: 'أزلناه لأنه خارج عن الموضوع.',
    personal_data: 'أزلناه لأنه يحتوي على بيانات شخصية، مثل رقم هاتف أو عنوان.',
    other: 'أزلناه لأنه يخالف قواعدنا.',
  },
} as const;
