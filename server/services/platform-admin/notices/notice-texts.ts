import type { MessageLanguage } from '../../../platform/messaging/message.ts';
import type { NoticedAct } from '../../../platform/outgoing/noticed-acts.ts';
import type { ToldAct } from './act-notices.ts';
import type { WAITING_KINDS } from './waiting-notices.ts';

type Figures = ToldAct['figures'];

/** The words about acts of one kind. */
interface ActTexts {
  readonly title: string;
  readonly line: (figures: Figures) => string;
  readonly advice: string;
}

interface NoticeTexts {
  readonly subject: (title: string, project: string) => string;
  readonly waiting: {
    readonly title: string;
    readonly lead: string;
    readonly kinds: Readonly<Record<(typeof WAITING_KINDS)[number], string>>;
    readonly line: (kind: string, count: string, since: string) => string;
    readonly advice: string;
  };
  readonly acts: Readonly<Record<NoticedAct, ActTexts>>;
  readonly more: (count: string) => string;
  readonly link: string;
  /** How the mails are stopped. */
  readonly foot: (project: string) => string;
}

const EN: NoticeTexts = {
  subject: (title, project) => `${title} (project ${project})`,
  waiting: {
    title: 'Content waits for a decision',
    lead: 'Content has waited for more than an hour, and no one has decided:',
    kinds: { reviews: 'Reviews', comments: 'Comments', posts: 'Feature requests', reports: 'Reported content' },
    line: (kind, count, since) => `${kind}: ${count}, the oldest since ${since}`,
    advice: 'Decide in the console or with `diwan triage`. The next mail comes in an hour at the earliest, while something waits.',
  },
  acts: {
    'otp.guard_acted': {
      title: 'Codes are refused: too many of them are not used',
      line: ({ window, unused, used, country }) =>
        `${unused} codes of the last ${window} were not used, and ${used} were.${country === undefined ? '' : ` Country: ${country}.`}`,
      advice: 'Somebody may be making the server send codes. People on known devices still get theirs. See `diwan otp stats`.',
    },
    'otp.cap_reached': {
      title: 'The codes of this day reach their limit',
      line: ({ messages, capPerDay }) => `${messages} of ${capPerDay} messages with codes of this day (UTC) are sent.`,
      advice: 'Above the limit no code is sent until the day ends. `diwan projects set` changes the limit.',
    },
    'version.halted': {
      title: 'A release was halted by its crash guard',
      line: ({ reason }) => `${reason ?? ''}`,
      advice: 'The release is offered to no further phone. Publish a repaired one, or resume it with `diwan versions resume`.',
    },
    'version.crashes': {
      title: 'A release crashes more often than its guard allows',
      line: ({ reason }) => `${reason ?? ''}`,
      advice: 'The release is still offered. `diwan versions halt` stops that.',
    },
    'webhook.disabled': {
      title: 'A webhook was switched off',
      line: ({ reason }) =>
        reason === 'gone' ? 'Its receiver answered 410, so it wants no more events.' : 'Nothing was delivered for five days.',
      advice: 'Nothing is sent to it any more. When its receiver works again, switch it on: `diwan webhooks update`.',
    },
  },
  more: (count) => `And ${count} more, see \`diwan audit\`.`,
  link: 'See:',
  foot: (project) =>
    `This mail goes to the team of project ${project}. Its readers, or that no one gets it, are a setting of the project: ` +
    `\`diwan projects set ${project} --notices-to …\`, in the console under Settings.`,
};

const AR: NoticeTexts = {
  subject: (title, project) => `${title} (المشروع ${project})`,
  waiting: {
    title: 'محتوى ينتظر قرارًا',
    lead: 'ينتظر محتوى منذ أكثر من ساعة ولم يتخذ أحد قرارًا:',
    kinds: { reviews: 'التقييمات', comments: 'التعليقات', posts: 'طلبات الميزات', reports: 'المحتوى المبلَّغ عنه' },
    line: (kind, count, since) => `${kind}: ${count}، وأقدمها منذ ${since}`,
    advice: 'اتخذ القرار في لوحة التحكم أو بالأمر `diwan triage`. تصل الرسالة التالية بعد ساعة على الأقل ما دام شيء ينتظر.',
  },
  acts: {
    'otp.guard_acted': {
      title: 'تُرفض رموز لأن كثيرًا منها لا يُستخدم',
      line: ({ window, unused, used, country }) =>
        `${window === 'day' ? 'في آخر يوم' : 'في آخر ساعة'}: لم يُستخدم ${unused} من الرموز واستُخدم ${used}.${country === undefined ? '' : ` الدولة: ${country}.`}`,
      advice: 'ربما يدفع أحدهم الخادم إلى إرسال الرموز. ما زالت الأجهزة المعروفة تتلقى رموزها. انظر `diwan otp stats`.',
    },
    'otp.cap_reached': {
      title: 'رموز هذا اليوم تبلغ حدها',
      line: ({ messages, capPerDay }) => `أُرسلت ${messages} من ${capPerDay} رسالة تحمل رموزًا لهذا اليوم (UTC).`,
      advice: 'فوق هذا الحد لا يُرسل أي رمز حتى ينتهي اليوم. يغيّر الأمر `diwan projects set` هذا الحد.',
    },
    'version.halted': {
      title: 'أوقف حارس الأعطال إصدارًا',
      line: ({ reason }) => `${reason ?? ''}`,
      advice: 'لن يُعرض الإصدار على أجهزة أخرى. انشر إصدارًا مصلحًا، أو استأنفه بالأمر `diwan versions resume`.',
    },
    'version.crashes': {
      title: 'يتعطل إصدار أكثر مما يسمح به حارسه',
      line: ({ reason }) => `${reason ?? ''}`,
      advice: 'ما زال الإصدار معروضًا. يوقفه الأمر `diwan versions halt`.',
    },
    'webhook.disabled': {
      title: 'أُوقف خطاف ويب',
      line: ({ reason }) => (reason === 'gone' ? 'أجاب المستقبِل بالرمز 410، أي أنه لا يريد أحداثًا أخرى.' : 'لم يُسلَّم شيء منذ خمسة أيام.'),
      advice: 'لن يُرسل إليه شيء بعد الآن. شغّله بعد إصلاح المستقبِل بالأمر `diwan webhooks update`.',
    },
  },
  more: (count) => `و${count} أخرى، انظر \`diwan audit\`.`,
  link: 'انظر:',
  foot: (project) =>
    `تصل هذه الرسالة إلى فريق المشروع ${project}. تحدد إعدادات المشروع من يتلقاها أو توقفها: ` +
    `\`diwan projects set ${project} --notices-to …\`، أو إعدادات لوحة التحكم.`,
};

export const NOTICE_TEXTS: Readonly<Record<MessageLanguage, NoticeTexts>> = { en: EN, ar: AR };
