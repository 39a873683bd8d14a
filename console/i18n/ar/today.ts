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
};
