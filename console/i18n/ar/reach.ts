import type { Texts } from '../en.ts';
import { arabic } from '../plural.ts';

const GROUPS: Readonly<Record<string, string>> = { unknown: 'غير معروف', others: 'غيرها', android: 'أندرويد', ios: 'iOS' };

const ATTRIBUTES: Readonly<Record<string, string>> = {
  userId: 'معرّف المستخدم',
  installationId: 'معرّف التثبيت',
  appVersion: 'إصدار التطبيق',
  osVersion: 'إصدار النظام',
  deviceModel: 'الجهاز',
  platform: 'المنصة',
  country: 'البلد',
  language: 'اللغة',
};

export const reach: Texts['reach'] = {
  users: 'من مستخدمي آخر 30 يومًا',
  none: 'لم يظهر أي مستخدم في آخر 30 يومًا، لذلك لا يُعرف من سيتأثر.',
  kinds: {
    flag: { matched: 'مفعّلة لدى', gains: 'سيحصلون عليها', loses: 'سيفقدونها' },
    release: { matched: 'معروض على', gains: 'سيُعرض عليهم', loses: 'لن يُعرض عليهم بعد الآن' },
    maintenance: { matched: 'تحت الصيانة', gains: 'سيدخلون فيها', loses: 'سيخرجون منها' },
  },
  of: (matched, users) => `${matched} من ${users}`,
  range: (min, max) => `${min}–${max}`,
  upTo: (max) => `حتى ${max}`,
  platform: 'حسب النظام',
  version: 'حسب الإصدار',
  group: (name) => GROUPS[name] ?? name,
  more: (count) => `و${count} غيرها`,
  sample: 'حُسبت على أحدث المستخدمين ثم عُمّمت على الجميع.',
  attribute: (name) => ATTRIBUTES[name] ?? name,
  unstored: (names) => `غير محفوظ لكل المستخدمين: ${names}. لذلك تظهر الأعداد كنطاق.`,
  before: 'قبل',
  after: 'بعد',
  yes: 'نعم',
  no: 'لا',
  nothing: 'لا شيء',
  unchanged: 'لا يتغير أي حقل.',
  moreFields: (count) =>
    arabic(count, {
      zero: 'لا حقول أخرى',
      one: 'عرض حقل آخر',
      two: 'عرض حقلين آخرين',
      few: 'عرض # حقول أخرى',
      many: 'عرض # حقلًا آخر',
      other: 'عرض # حقل آخر',
    }),
  fewerFields: 'عرض حقول أقل',
};
