import type { Texts } from '../../en.ts';

export const testPhones: Texts['testPhones'] = {
  title: 'هواتف الاختبار',
  lead: 'رمزها ثابت ولا تُرسل إليها رسائل: لمراجعي متاجر التطبيقات وللاختبارات.',
  none: 'لا توجد هواتف اختبار',
  noneHint: 'أضف هاتفًا قبل إرسال التطبيق إلى مراجعة المتجر.',
  add: 'إضافة هاتف اختبار',
  phone: 'رقم الهاتف',
  phoneHint: 'مع رمز الدولة، مثل ‎+971 50 123 0000',
  code: 'الرمز',
  codeHint: 'أرقام صالحة دائمًا لهذا الرقم',
  source: 'المصدر',
  sources: { database: 'هذه الصفحة', environment: 'إعدادات الخادم' },
  expires: 'ينتهي',
  expiresHint: 'اتركه فارغًا إن كان لا ينتهي',
  never: 'لا ينتهي',
  remove: 'إزالة',
  removeNamed: (phone) => `إزالة هاتف الاختبار ${phone}`,
  removeLead: 'من الآن يتلقى الرقم رموزًا حقيقية.',
  added: 'أُضيف هاتف الاختبار.',
  removed: 'أُزيل هاتف الاختبار.',
};
