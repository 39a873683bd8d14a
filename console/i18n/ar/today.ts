import type { Texts } from '../en.ts';
import { arabic } from '../plural.ts';

export const today: Texts['today'] = {
  title: 'اليوم',
  reviews: 'المراجعات',
  comments: 'التعليقات',
  posts: 'الاقتراحات',
  reports: 'البلاغات',
  oldest: (age) => `أقدمها ينتظر منذ ${age}`,
  nothingWaits: 'لا شيء ينتظر',
  registrations: 'التسجيلات',
  signIns: 'عمليات الدخول',
  newReviews: 'المراجعات الجديدة',
  rating: 'التقييم',
  lastDays: (days) => `آخر ${arabic(days, { zero: '# يوم', one: 'يوم', two: 'يومين', few: '# أيام', many: '# يومًا', other: '# يوم' })}`,
  against: (days) => `مقارنةً بآخر ${days} يومًا قبلها`,
  noDays: 'لم يحدث شيء في هذا المشروع بعد',
  noDaysHint: 'حالما يستخدم الناس تطبيقًا من تطبيقات هذا المشروع، تظهر هنا تسجيلاتهم وعمليات دخولهم ومراجعاتهم وتقييماتهم يومًا بيوم.',
  maintenance: (app, platforms) => `الصيانة مفعّلة لتطبيق ${app}${platforms === null ? '' : ` (${platforms})`}`,
  closed: 'التطبيق مغلق',
  readOnly: 'التطبيق للقراءة فقط',
  since: 'بدأت',
  until: (time) => `حتى ${time}`,
  openMaintenance: 'عرض الصيانة',
  halted: (app, version) => `الإصدار ${version} من ${app} متوقف`,
  byGuard: 'أوقفه حارس الأعطال',
  byHand: 'أوقفه أحد المشغّلين',
  openRelease: 'عرض الإصدار',
  mailFailed: (count) =>
    arabic(count, {
      zero: 'لا رسائل متعذرة',
      one: 'تعذر إرسال رسالة واحدة',
      two: 'تعذر إرسال رسالتين',
      few: 'تعذر إرسال # رسائل',
      many: 'تعذر إرسال # رسالة',
      other: 'تعذر إرسال # رسالة',
    }),
  mailWaits: (count) =>
    arabic(count, {
      zero: 'لا رسائل أخرى تنتظر',
      one: 'تنتظر رسالة أخرى',
      two: 'تنتظر رسالتان أخريان',
      few: 'تنتظر # رسائل أخرى',
      many: 'تنتظر # رسالة أخرى',
      other: 'تنتظر # رسالة أخرى',
    }),
  staleFlags: (count) =>
    arabic(count, {
      zero: 'لا ميزات قديمة',
      one: 'يمكن حذف ميزة واحدة',
      two: 'يمكن حذف ميزتين',
      few: 'يمكن حذف # ميزات',
      many: 'يمكن حذف # ميزة',
      other: 'يمكن حذف # ميزة',
    }),
  openApps: 'عرض التطبيقات',
};
