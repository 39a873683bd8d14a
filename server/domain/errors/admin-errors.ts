import { type ErrorCodes, errorCode } from './error-code.ts';

/** The codes of app management and platform administration. */
export const ADMIN_ERRORS = {
  app_not_found: errorCode(404, 'fix_request', 'This app does not exist.', 'هذا التطبيق غير موجود.'),
  version_not_found: errorCode(404, 'fix_request', 'This version does not exist.', 'هذا الإصدار غير موجود.'),
  flag_not_found: errorCode(404, 'fix_request', 'This feature flag does not exist.', 'مفتاح الميزة هذا غير موجود.'),
  api_key_not_found: errorCode(404, 'fix_request', 'This API key does not exist.', 'مفتاح API هذا غير موجود.'),
  operator_not_found: errorCode(404, 'fix_request', 'This operator does not exist.', 'هذا المشغّل غير موجود.'),
  test_phone_not_found: errorCode(404, 'fix_request', 'This test phone does not exist.', 'هاتف الاختبار هذا غير موجود.'),
  app_slug_exists: errorCode(409, 'fix_request', 'An app with this short name exists already.', 'يوجد تطبيق بهذا الاسم المختصر من قبل.'),
  version_code_not_incrementing: errorCode(
    409,
    'fix_request',
    'The version code must be above the latest one.',
    'يجب أن يكون رقم الإصدار أكبر من آخر رقم.',
  ),
  flag_key_exists: errorCode(409, 'fix_request', 'A feature flag with this key exists already.', 'يوجد مفتاح ميزة بهذا الاسم من قبل.'),
  flag_limit: errorCode(
    409,
    'fix_request',
    'The app has too many feature flags, or their data is too large.',
    'عدد مفاتيح الميزات في التطبيق كبير جدًا، أو أن حجم بياناتها كبير جدًا.',
  ),
  prerequisite_conflict: errorCode(
    409,
    'fix_request',
    'A flag that others require cannot have requirements itself.',
    'لا يمكن أن يعتمد مفتاح ميزة على غيره إذا كانت مفاتيح أخرى تعتمد عليه.',
  ),
  in_use: errorCode(
    409,
    'fix_request',
    'It is in use. Change the feature flags that name it first.',
    'هذا العنصر مستخدم. غيّر أولًا مفاتيح الميزات التي تذكره.',
  ),
  segment_not_found: errorCode(404, 'fix_request', 'This segment does not exist.', 'هذه الشريحة غير موجودة.'),
  segment_key_exists: errorCode(409, 'fix_request', 'A segment with this key exists already.', 'توجد شريحة بهذا الاسم من قبل.'),
  segment_limit: errorCode(409, 'fix_request', 'The app has as many segments as it may have.', 'وصل التطبيق إلى الحد الأقصى لعدد الشرائح.'),
  project_exists: errorCode(409, 'fix_request', 'A project with this number exists already.', 'يوجد مشروع بهذا الرقم من قبل.'),
  last_owner: errorCode(
    409,
    'fix_request',
    'This is the last active owner. Another operator must become an owner first.',
    'هذا هو آخر مالك نشط. يجب أن يصبح مشغّل آخر مالكًا أولًا.',
  ),
  username_taken: errorCode(409, 'fix_request', 'This username is taken.', 'اسم المستخدم هذا مستخدم من قبل.'),
  test_phone_exists: errorCode(409, 'fix_request', 'This phone is a test phone already.', 'هذا الهاتف مسجّل للاختبار من قبل.'),
  test_phone_limit: errorCode(
    409,
    'fix_request',
    'The project has as many test phones as it may have.',
    'وصل المشروع إلى الحد الأقصى لعدد هواتف الاختبار.',
  ),
} satisfies ErrorCodes;
