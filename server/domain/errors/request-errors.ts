import { type ErrorCodes, errorCode } from './error-code.ts';

/** The codes that the platform itself gives, whatever the endpoint. */
export const REQUEST_ERRORS = {
  validation_error: errorCode(400, 'fix_request', 'Some of the data is not valid.', 'بعض البيانات غير صحيحة.'),
  invalid_project: errorCode(
    400,
    'fix_request',
    'The project number in the header X-Project-ID is not valid.',
    'رقم المشروع في الترويسة X-Project-ID غير صحيح.',
  ),
  two_credentials: errorCode(
    400,
    'fix_request',
    'The request has both an API key and a token. One of them must be left out.',
    'يحتوي الطلب على مفتاح API ورمز دخول معًا. يجب حذف أحدهما.',
  ),
  not_authenticated: errorCode(401, 'sign_in', 'Please sign in first.', 'يرجى تسجيل الدخول أولًا.'),
  token_not_valid: errorCode(401, 'sign_in', 'Your session has ended. Please sign in again.', 'انتهت جلستك. يرجى تسجيل الدخول مرة أخرى.'),
  invalid_api_key: errorCode(
    401,
    'fix_request',
    'The API key is missing, wrong or no longer valid.',
    'مفتاح API غير موجود أو خاطئ أو لم يعد صالحًا.',
  ),
  permission_denied: errorCode(403, 'contact_support', 'You do not have permission to do this.', 'ليس لديك إذن للقيام بهذا الإجراء.'),
  not_owner: errorCode(403, 'fix_request', 'Only the author may do this.', 'يمكن لصاحب المحتوى فقط القيام بهذا الإجراء.'),
  project_mismatch: errorCode(
    403,
    'fix_request',
    'The request names another project than your sign-in.',
    'المشروع المذكور في الطلب يختلف عن المشروع الذي سجّلت الدخول إليه.',
  ),
  project_inactive: errorCode(403, 'contact_support', 'This service is switched off at the moment.', 'هذه الخدمة متوقفة حاليًا.'),
  project_not_found: errorCode(404, 'fix_request', 'This project does not exist.', 'هذا المشروع غير موجود.'),
  not_found: errorCode(
    404,
    'update_app',
    'The app asked for something that this server does not have. Please update the app.',
    'طلب التطبيق شيئًا غير متاح على هذا الخادم. يرجى تحديث التطبيق.',
  ),
  method_not_allowed: errorCode(
    405,
    'update_app',
    'The app sent a kind of request that is not accepted here. Please update the app.',
    'أرسل التطبيق نوعًا من الطلبات غير مقبول هنا. يرجى تحديث التطبيق.',
  ),
  request_timeout: errorCode(
    408,
    'retry_later',
    'The request took too long to arrive. Please check your connection and try again.',
    'استغرق وصول الطلب وقتًا طويلًا. يرجى التحقق من الاتصال ثم المحاولة مرة أخرى.',
  ),
  idempotency_in_progress: errorCode(
    409,
    'retry_same_key',
    'The first attempt is still running. Please wait a moment.',
    'المحاولة الأولى ما زالت قيد التنفيذ. يرجى الانتظار قليلًا.',
  ),
  payload_too_large: errorCode(
    413,
    'fix_request',
    'The data is too large: 256 KiB at most.',
    'حجم البيانات كبير جدًا: الحد الأقصى 256 كيلوبايت.',
  ),
  unsupported_media_type: errorCode(
    415,
    'fix_request',
    'The data must be sent as JSON in UTF-8.',
    'يجب إرسال البيانات بصيغة JSON وبترميز UTF-8.',
  ),
  expectation_failed: errorCode(
    417,
    'fix_request',
    'The request expects something that this server cannot do.',
    'يتوقع الطلب شيئًا لا يستطيع هذا الخادم القيام به.',
  ),
  idempotency_mismatch: errorCode(
    422,
    'fix_request',
    'This Idempotency-Key was used with other data.',
    'سبق استخدام مفتاح Idempotency-Key هذا مع بيانات أخرى.',
  ),
  throttled: errorCode(429, 'retry_later', 'Too many requests. Please wait a little.', 'عدد الطلبات كبير جدًا. يرجى الانتظار قليلًا.'),
  headers_too_large: errorCode(
    431,
    'fix_request',
    'The headers are too large: 16 KiB at most.',
    'حجم الترويسات كبير جدًا: الحد الأقصى 16 كيلوبايت.',
  ),
  internal_error: errorCode(
    500,
    'contact_support',
    'Something went wrong on our side. If it happens again, please contact support.',
    'حدث خطأ من جانبنا. إذا تكرر ذلك، يرجى التواصل مع الدعم.',
  ),
  outcome_unknown: errorCode(
    503,
    'retry_same_key',
    'We do not know yet whether the change was saved.',
    'لا نعرف بعد ما إذا كان التغيير قد حُفظ.',
  ),
  unavailable: errorCode(
    503,
    'retry_later',
    'The service is not available right now. Please try again in a moment.',
    'الخدمة غير متاحة الآن. يرجى المحاولة بعد قليل.',
  ),
} satisfies ErrorCodes;
