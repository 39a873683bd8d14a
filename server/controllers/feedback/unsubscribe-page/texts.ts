import type { PageLanguage } from '../../../platform/pages/html.ts';

/** The texts of the page on which readers stop mails. */
interface UnsubscribeTexts {
  readonly title: string;
  readonly doneTitle: string;
  /** Comes before the name of the project. */
  readonly project: string;
  /** Comes before the title of the post. */
  readonly post: string;
  readonly stopTopic: string;
  readonly stopTopicHint: string;
  readonly stopAll: string;
  readonly stopAllHint: string;
  readonly stoppedTopic: string;
  readonly againTopic: string;
  readonly stoppedAll: string;
  readonly againAll: string;
  readonly inbox: string;
  readonly notFound: readonly [title: string, text: string];
}

export const UNSUBSCRIBE_TEXTS: Readonly<Record<PageLanguage, UnsubscribeTexts>> = {
  en: {
    title: 'Stop mails',
    doneTitle: 'Mails stopped',
    project: 'App:',
    post: 'Request:',
    stopTopic: 'Stop mails about this request',
    stopTopicHint: 'You get no more mails about it, also when you voted for it or wrote it.',
    stopAll: 'Stop all mails',
    stopAllHint: 'Only mails about your account still come, such as codes.',
    stoppedTopic: 'You get no more mails about this request.',
    againTopic: 'To get them again, follow the request in the app.',
    stoppedAll: 'You get no more mails but those about your account.',
    againAll: 'To get them again, switch on “Notifications” in the settings of the app.',
    inbox: 'What happens is still shown in the app.',
    notFound: ['Not found', 'This link is not complete or not valid. Open the whole link in the mail, or look in the settings of the app.'],
  },
  ar: {
    title: 'إيقاف الرسائل',
    doneTitle: 'توقفت الرسائل',
    project: 'التطبيق:',
    post: 'الطلب:',
    stopTopic: 'إيقاف رسائل هذا الطلب',
    stopTopicHint: 'لن تصلك رسائل أخرى عنه، حتى إن كنت قد صوّتَّ له أو كتبته.',
    stopAll: 'إيقاف جميع الرسائل',
    stopAllHint: 'تصلك بعد ذلك الرسائل الخاصة بحسابك فقط، مثل رموز التحقق.',
    stoppedTopic: 'لن تصلك رسائل أخرى عن هذا الطلب.',
    againTopic: 'لاستلامها مجددًا، تابع الطلب في التطبيق.',
    stoppedAll: 'لن تصلك بعد الآن إلا الرسائل الخاصة بحسابك.',
    againAll: 'لاستلامها مجددًا، فعّل «الإشعارات» في إعدادات التطبيق.',
    inbox: 'يبقى كل جديد ظاهرًا في التطبيق.',
    notFound: ['الصفحة غير موجودة', 'هذا الرابط ناقص أو غير صالح. افتح الرابط كاملًا من الرسالة، أو ابحث في إعدادات التطبيق.'],
  },
};
