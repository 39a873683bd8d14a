import type { Texts } from '../en.ts';
import { arabic } from '../plural.ts';

export const common: Texts['common'] = {
  loading: 'جارٍ التحميل',
  tryAgain: 'إعادة المحاولة',
  cancel: 'إلغاء',
  close: 'إغلاق',
  save: 'حفظ',
  copy: 'نسخ',
  copied: 'تم النسخ',
  notCopied: 'حدده وانسخه بنفسك: رفض المتصفح النسخ',
  undo: 'تراجع',
  show: 'إظهار',
  hide: 'إخفاء',
  showPassword: 'إظهار كلمة المرور',
  hidePassword: 'إخفاء كلمة المرور',
  previous: 'السابق',
  next: 'التالي',
  pages: 'الصفحات',
  pageOf: (page, pages, total) =>
    `الصفحة ${page} من ${pages} · ${arabic(total, { zero: 'لا عناصر', one: 'عنصر واحد', two: 'عنصران', few: '# عناصر', many: '# عنصرًا', other: '# عنصر' })}`,
  erasedUser: 'مستخدم ممحو',
  namelessUser: 'بلا اسم',
  day: 'اليوم',
  showAsTable: 'عرض كجدول',
  showAsChart: 'عرض كرسم بياني',
  requestId: 'الطلب',
  typeToConfirm: (word) => `اكتب ${word} للتأكيد`,
  waitSeconds: (seconds) =>
    `انتظر ${arabic(seconds, { zero: 'قليلًا', one: 'ثانية واحدة', two: 'ثانيتين', few: '# ثوانٍ', many: '# ثانية', other: '# ثانية' })}.`,
  minutes: (count) =>
    arabic(count, { zero: 'أقل من دقيقة', one: 'دقيقة', two: 'دقيقتين', few: '# دقائق', many: '# دقيقة', other: '# دقيقة' }),
  hours: (count) => arabic(count, { zero: '# ساعة', one: 'ساعة', two: 'ساعتين', few: '# ساعات', many: '# ساعة', other: '# ساعة' }),
  days: (count) => arabic(count, { zero: '# يوم', one: 'يوم', two: 'يومين', few: '# أيام', many: '# يومًا', other: '# يوم' }),
  platforms: { android: 'أندرويد', ios: 'iOS', both: 'أندرويد وiOS' },
  languages: { en: 'الإنجليزية', ar: 'العربية' },
  problems: {
    network: 'تعذر الوصول إلى الخادم. لم يُفقد شيء مما كتبته.',
    outcomeUnknown: 'لم يذكر الخادم هل تم التغيير. تحقق قبل أن تكرره.',
    changedSince: 'غيّر شخص آخر هذا منذ أن فتحته.',
    unknown: (status) => `حدث خطأ ما (الحالة ${status}).`,
  },
};
