import type { PageLanguage } from '../../../platform/pages/html.ts';

/**
 * The texts of the page on which people delete their account. `{wait}`, `{date}` and `{days}` are filled in; in Arabic, `{wait}` and
 * `{days}` always follow a preposition.
 */
export interface DeletionTexts {
  readonly title: string;
  /** Comes before the name of the project. */
  readonly lead: string;
  readonly leadEnd: string;
  readonly whatHappens: string;
  readonly signedOut: string;
  readonly erasedLater: string;
  readonly restore: string;
  readonly erasedAtOnce: string;
  readonly deleted: string;
  readonly deletedData: readonly string[];
  readonly deletedTexts: string;
  readonly kept: string;
  readonly keptTexts: string;
  readonly keptPlaces: string;
  readonly keptData: readonly string[];
  readonly otherData: string;
  readonly needsScript: string;
  readonly phoneStep: string;
  readonly phone: string;
  readonly phoneHint: string;
  readonly sendCode: string;
  readonly haveCode: string;
  readonly codeStep: string;
  readonly codeSent: string;
  readonly code: string;
  readonly codeHint: string;
  readonly next: string;
  readonly sendAgain: string;
  readonly otherPhone: string;
  readonly confirmStep: string;
  readonly confirmPhone: string;
  readonly confirm: string;
  readonly cancel: string;
  /** The script shows these. */
  readonly script: {
    readonly problem: string;
    readonly busy: string;
    readonly waiting: string;
    readonly doneLater: string;
    readonly doneNow: string;
    readonly erasedOn: string;
    readonly erasedNow: string;
    /** By the error code of the API, or a reason of the script itself. */
    readonly errors: Readonly<Record<string, string>>;
  };
  readonly notFound: readonly [title: string, text: string];
}

const EN: DeletionTexts = {
  title: 'Delete your account',
  lead: 'This page deletes your account of',
  leadEnd: '. You need your phone number, and the phone to receive a code. You do not need the app.',
  whatHappens: 'What happens',
  signedOut: 'You are signed out on all devices at once.',
  erasedLater: 'Your data is erased after {days}.',
  restore: 'Until then you can change your mind: sign in to the app and restore the account.',
  erasedAtOnce: 'Your data is erased at once. You cannot take this back.',
  deleted: 'What is deleted',
  deletedData: [
    'Phone number, e-mail address, names, picture, password and settings',
    'Sessions on your devices and codes that were sent to you',
    'Votes, favorites, reports and your list of blocked users',
  ],
  deletedTexts: 'Your reviews, comments and feature requests',
  kept: 'What is kept',
  keptTexts: 'The texts of your reviews, comments and feature requests, without your name and without a link to you',
  keptPlaces: 'The place of a comment that others replied to, without its text',
  keptData: [
    'Reviews that you wrote without an account; if you confirmed their e-mail address, your name and the address are removed from them',
    'Records of how the app was used, without a link to you',
    'A security log with the id of the account and shortened network addresses, but without phone number and name',
    'Backups of the server, until they expire',
  ],
  otherData: 'The app may keep other data elsewhere, such as orders. Ask the makers of the app about it.',
  needsScript: 'This page needs JavaScript, which is switched off or blocked. Switch it on, or delete the account in the app.',
  phoneStep: 'Your phone number',
  phone: 'Phone number with country code',
  phoneHint: 'For example +966 50 123 4567',
  sendCode: 'Send a code',
  haveCode: 'I have a code already',
  codeStep: 'Enter the code',
  codeSent: 'If there is an account with this number, its code comes by message:',
  code: 'Code',
  codeHint: 'The digits of the message',
  next: 'Continue',
  sendAgain: 'Send another code',
  otherPhone: 'Use another number',
  confirmStep: 'Delete this account?',
  confirmPhone: 'Phone number of the account:',
  confirm: 'Delete the account',
  cancel: 'Cancel',
  script: {
    problem: 'There is a problem',
    busy: 'One moment…',
    waiting: 'A new code is on its way, if there is an account.',
    doneLater: 'Your account will be deleted',
    doneNow: 'Your account is deleted',
    erasedOn: 'You are signed out on all devices. Your data is erased on {date} (UTC).',
    erasedNow: 'You are signed out on all devices, and your data is being erased now.',
    errors: {
      no_phone: 'Enter your phone number.',
      invalid_phone: 'This phone number is not valid. Write it with its country code, such as +966 50 123 4567.',
      no_code: 'Enter the code. It has 4 to 10 digits.',
      invalid_otp: 'The code is wrong or no longer valid. Check it, or send another code.',
      otp_cooldown: 'A code was sent a short time ago. You can send another one in {wait}.',
      otp_locked: 'There were too many wrong codes. Try again in {wait}.',
      throttled: 'There were too many attempts. Try again in {wait}.',
      user_not_registered: 'There is no account with this phone number.',
      project_inactive: 'This app is switched off, so its accounts cannot be changed now.',
      offline: 'The server did not answer. Check your connection and try again.',
      failed: 'Something went wrong on the server. Try again in a few minutes.',
    },
  },
  notFound: [
    'Not found',
    'There is no app at this address. Check the link, or look in the settings of the app for a way to delete your account.',
  ],
};

const AR: DeletionTexts = {
  title: 'حذف حسابك',
  lead: 'تحذف هذه الصفحة حسابك في',
  leadEnd: '. تحتاج إلى رقم هاتفك وإلى الهاتف نفسه لاستلام رمز التحقق، ولا تحتاج إلى التطبيق.',
  whatHappens: 'ماذا سيحدث',
  signedOut: 'يُسجَّل خروجك فورًا من جميع الأجهزة.',
  erasedLater: 'تُمحى بياناتك نهائيًا بعد {days}.',
  restore: 'يمكنك التراجع قبل ذلك: سجّل الدخول إلى التطبيق واستعِد الحساب.',
  erasedAtOnce: 'تُمحى بياناتك فورًا، ولا يمكن التراجع عن ذلك.',
  deleted: 'ما الذي يُحذف',
  deletedData: [
    'رقم الهاتف والبريد الإلكتروني والأسماء والصورة وكلمة المرور والإعدادات',
    'جلسات الدخول على أجهزتك والرموز التي أُرسلت إليك',
    'الأصوات والمفضلة والبلاغات وقائمة من حظرتهم',
  ],
  deletedTexts: 'مراجعاتك وتعليقاتك واقتراحاتك',
  kept: 'ما الذي يبقى',
  keptTexts: 'نصوص مراجعاتك وتعليقاتك واقتراحاتك، بدون اسمك وبدون أي صلة بك',
  keptPlaces: 'موضع كل تعليق ردّ عليه آخرون، بدون نصه',
  keptData: [
    'المراجعات التي كتبتها بدون حساب؛ وإذا كنت قد أكدت بريدها الإلكتروني يُحذف منها اسمك وبريدك',
    'سجلات استخدام التطبيق، بدون أي صلة بك',
    'سجل أمني يحتوي على معرّف الحساب وعناوين شبكة مختصرة، بدون رقم الهاتف وبدون الاسم',
    'النسخ الاحتياطية للخادم إلى أن تنتهي مدتها',
  ],
  otherData: 'قد يحتفظ التطبيق ببيانات أخرى في أنظمة أخرى، مثل الطلبات. اسأل القائمين على التطبيق عنها.',
  needsScript: 'تحتاج هذه الصفحة إلى JavaScript، وهي معطّلة أو محظورة. فعّلها، أو احذف الحساب من داخل التطبيق.',
  phoneStep: 'رقم هاتفك',
  phone: 'رقم الهاتف مع رمز الدولة',
  phoneHint: 'مثال: \u2066+966 50 123 4567\u2069',
  sendCode: 'إرسال الرمز',
  haveCode: 'لدي رمز بالفعل',
  codeStep: 'أدخل الرمز',
  codeSent: 'إذا كان هناك حساب بهذا الرقم فسيصله الرمز في رسالة:',
  code: 'الرمز',
  codeHint: 'الأرقام الواردة في الرسالة',
  next: 'متابعة',
  sendAgain: 'إرسال رمز آخر',
  otherPhone: 'استخدام رقم آخر',
  confirmStep: 'هل تريد حذف هذا الحساب؟',
  confirmPhone: 'رقم هاتف الحساب:',
  confirm: 'حذف الحساب',
  cancel: 'إلغاء',
  script: {
    problem: 'هناك مشكلة',
    busy: 'لحظة من فضلك…',
    waiting: 'رمز جديد في الطريق، إذا كان هناك حساب.',
    doneLater: 'سيُحذف حسابك',
    doneNow: 'حُذف حسابك',
    erasedOn: 'سُجّل خروجك من جميع الأجهزة. تُمحى بياناتك في {date} (التوقيت العالمي UTC).',
    erasedNow: 'سُجّل خروجك من جميع الأجهزة، ويجري الآن محو بياناتك.',
    errors: {
      no_phone: 'أدخل رقم هاتفك.',
      invalid_phone: 'رقم الهاتف غير صحيح. اكتبه مع رمز الدولة، مثل \u2066+966 50 123 4567\u2069.',
      no_code: 'أدخل الرمز، وهو من 4 إلى 10 أرقام.',
      invalid_otp: 'الرمز خاطئ أو لم يعد صالحًا. تحقق منه أو أرسل رمزًا آخر.',
      otp_cooldown: 'أُرسل رمز قبل قليل. يمكنك إرسال رمز آخر بعد {wait}.',
      otp_locked: 'عدد الرموز الخاطئة كبير. حاول مرة أخرى بعد {wait}.',
      throttled: 'عدد المحاولات كبير. حاول مرة أخرى بعد {wait}.',
      user_not_registered: 'لا يوجد حساب بهذا الرقم.',
      project_inactive: 'هذا التطبيق متوقف، لذلك لا يمكن تغيير حساباته الآن.',
      offline: 'لم يستجب الخادم. تحقق من الاتصال ثم حاول مرة أخرى.',
      failed: 'حدث خطأ في الخادم. حاول مرة أخرى بعد بضع دقائق.',
    },
  },
  notFound: ['الصفحة غير موجودة', 'لا يوجد تطبيق بهذا العنوان. تحقق من الرابط، أو ابحث في إعدادات التطبيق عن حذف الحساب.'],
};

export const DELETION_TEXTS: Readonly<Record<PageLanguage, DeletionTexts>> = { en: EN, ar: AR };
