import type { Template } from '../../platform/mail/mail-content.ts';
import type { MessageLanguage } from '../../platform/messaging/message.ts';

const NOTICES = {
  email_changed: {
    en: [
      'Your e-mail address was changed',
      'The e-mail address of your account was changed or removed. This address no longer gets its mails.',
    ],
    ar: ['تم تغيير عنوان بريدك الإلكتروني', 'تم تغيير عنوان البريد الإلكتروني لحسابك أو حذفه. لن تصل رسائله إلى هذا العنوان بعد الآن.'],
  },
  phone_changed: {
    en: ['Your phone number was changed', 'The phone number of your account was changed. Other devices are signed out.'],
    ar: ['تم تغيير رقم هاتفك', 'تم تغيير رقم هاتف حسابك، وتم تسجيل الخروج من الأجهزة الأخرى.'],
  },
} as const;

const OPERATOR_NOTICES = {
  operator_email_changed: {
    en: [
      'The e-mail address of your operator account was changed',
      'The e-mail address of your operator account was changed or removed. This address no longer gets its mails.',
    ],
    ar: [
      'تم تغيير عنوان البريد الإلكتروني لحساب المشرف',
      'تم تغيير عنوان البريد الإلكتروني لحسابك كمشرف أو حذفه. لن تصل رسائله إلى هذا العنوان بعد الآن.',
    ],
  },
  operator_totp_enabled: {
    en: [
      'An authenticator app was set up for your operator account',
      'From now on signing in needs a code of this app. Your other sessions have ended.',
    ],
    ar: ['تم إعداد تطبيق مصادقة لحساب المشرف', 'يتطلب تسجيل الدخول من الآن رمزًا من هذا التطبيق. انتهت جلساتك الأخرى.'],
  },
  operator_totp_disabled: {
    en: ['The authenticator app of your operator account was removed', 'From now on signing in needs the password only.'],
    ar: ['تمت إزالة تطبيق المصادقة من حساب المشرف', 'لا يتطلب تسجيل الدخول من الآن سوى كلمة المرور.'],
  },
} as const;

const OPERATOR_ADVICE: Readonly<Record<MessageLanguage, string>> = {
  en: 'If it was not you, change your password at once and ask an admin of the server for help.',
  ar: 'إذا لم تكن أنت من قام بذلك، فغيّر كلمة المرور فورًا واطلب المساعدة من مدير الخادم.',
};

const ADVICE: Readonly<Record<MessageLanguage, string>> = {
  en: 'If it was not you, ask the support of the app for help at once.',
  ar: 'إذا لم تكن أنت من قام بذلك، فاطلب المساعدة من فريق دعم التطبيق فورًا.',
};

const CODE = {
  en: [
    'Confirm your e-mail address',
    'Enter this code in the app to confirm your e-mail address:',
    'If you did not ask for it, ignore this mail.',
  ],
  ar: [
    'تأكيد عنوان بريدك الإلكتروني',
    'أدخل هذا الرمز في التطبيق لتأكيد عنوان بريدك الإلكتروني:',
    'إذا لم تطلب هذا الرمز، فتجاهل هذه الرسالة.',
  ],
} as const;

/** The mails of phone auth by name, in English and Arabic. */
export const AUTH_TEMPLATES: Readonly<Record<string, Template>> = {
  /** Data: `code`. */
  email_code: ({ code }, language) => {
    const [subject, introduction, advice] = CODE[language];
    return { subject, paragraphs: [introduction, { quote: code ?? '' }, advice] };
  },
  email_changed: (_, language) => noticeOf('email_changed', language),
  phone_changed: (_, language) => noticeOf('phone_changed', language),
  operator_email_changed: (_, language) => operatorNoticeOf('operator_email_changed', language),
  operator_totp_enabled: (_, language) => operatorNoticeOf('operator_totp_enabled', language),
  operator_totp_disabled: (_, language) => operatorNoticeOf('operator_totp_disabled', language),
};

function operatorNoticeOf(name: keyof typeof OPERATOR_NOTICES, language: MessageLanguage): ReturnType<Template> {
  const [subject, text] = OPERATOR_NOTICES[name][language];
  return { subject, paragraphs: [text, OPERATOR_ADVICE[language]] };
}

function noticeOf(name: keyof typeof NOTICES, language: MessageLanguage): ReturnType<Template> {
  const [subject, text] = NOTICES[name][language];
  return { subject, paragraphs: [text, ADVICE[language]] };
}
