import { type ErrorCodes, errorCode } from './error-code.ts';

/** The codes of phone auth and of the sign-in of operators. */
export const AUTH_ERRORS = {
  invalid_phone: errorCode(
    400,
    'fix_request',
    'The phone number is not valid. Please write it with its country code.',
    'رقم الهاتف غير صحيح. يرجى كتابته مع رمز الدولة.',
  ),
  invalid_otp: errorCode(400, 'fix_request', 'The code is wrong or no longer valid.', 'الرمز غير صحيح أو انتهت صلاحيته.'),
  email_missing: errorCode(400, 'fix_request', 'This account has no e-mail address yet.', 'لا يوجد عنوان بريد إلكتروني لهذا الحساب بعد.'),
  invalid_current_password: errorCode(400, 'fix_request', 'The current password is wrong.', 'كلمة المرور الحالية غير صحيحة.'),
  project_id_required: errorCode(
    400,
    'fix_request',
    'This phone has codes of several projects. The project must be named.',
    'لهذا الهاتف رموز في أكثر من مشروع. يجب تحديد المشروع.',
  ),
  invalid_credentials: errorCode(401, 'fix_request', 'The phone number or the password is wrong.', 'رقم الهاتف أو كلمة المرور غير صحيحة.'),
  no_active_account: errorCode(
    401,
    'fix_request',
    'There is no active account with this username and password.',
    'اسم المستخدم أو كلمة المرور غير صحيحة، أو أن الحساب غير نشط.',
  ),
  account_suspended: errorCode(403, 'contact_support', 'This account is suspended.', 'تم إيقاف هذا الحساب.'),
  account_inactive: errorCode(403, 'contact_support', 'This account is not active.', 'هذا الحساب غير نشط.'),
  login_method_disabled: errorCode(
    403,
    'fix_request',
    'This way to sign in is not available. Please use another one.',
    'طريقة تسجيل الدخول هذه غير متاحة. يرجى استخدام طريقة أخرى.',
  ),
  registration_disabled: errorCode(
    403,
    'contact_support',
    'New accounts are not accepted at the moment.',
    'لا يمكن إنشاء حسابات جديدة حاليًا.',
  ),
  reauthentication_required: errorCode(
    403,
    'sign_in',
    'Please sign in with a code again before you set a password.',
    'يرجى تسجيل الدخول برمز مرة أخرى قبل تعيين كلمة المرور.',
  ),
  user_not_registered: errorCode(
    404,
    'fix_request',
    'This phone number is not registered yet. Please create an account.',
    'رقم الهاتف هذا غير مسجّل بعد. يرجى إنشاء حساب.',
  ),
  session_not_found: errorCode(404, 'fix_request', 'This session has ended or does not exist.', 'انتهت هذه الجلسة أو أنها غير موجودة.'),
  user_not_found: errorCode(404, 'fix_request', 'This user does not exist.', 'هذا المستخدم غير موجود.'),
  phone_already_registered: errorCode(
    409,
    'sign_in',
    'This phone number is registered already. Please sign in.',
    'رقم الهاتف هذا مسجّل من قبل. يرجى تسجيل الدخول.',
  ),
  email_taken: errorCode(
    409,
    'fix_request',
    'This e-mail address belongs to another user.',
    'عنوان البريد الإلكتروني هذا مستخدم في حساب آخر.',
  ),
  password_changed: errorCode(
    409,
    'sign_in',
    'The password was changed in the meantime. Please sign in again.',
    'تم تغيير كلمة المرور في هذه الأثناء. يرجى تسجيل الدخول مرة أخرى.',
  ),
  invalid_transition: errorCode(
    409,
    'fix_request',
    'The status of this user cannot be changed in this way.',
    'لا يمكن تغيير حالة هذا المستخدم بهذه الطريقة.',
  ),
  test_phone_user: errorCode(
    409,
    'fix_request',
    'The phone of this user is a test phone, so the user must remain a customer.',
    'هاتف هذا المستخدم مخصص للاختبار، لذلك يجب أن يبقى دوره عميلًا.',
  ),
  otp_cooldown: errorCode(
    429,
    'retry_later',
    'A code was sent already. Please wait before you ask for another.',
    'تم إرسال رمز من قبل. يرجى الانتظار قبل طلب رمز آخر.',
  ),
  otp_locked: errorCode(
    429,
    'retry_later',
    'Too many wrong codes. Please try again later.',
    'تم إدخال رموز غير صحيحة مرات كثيرة. يرجى المحاولة لاحقًا.',
  ),
  account_locked: errorCode(
    429,
    'retry_later',
    'Too many failed sign-ins. Please try again later.',
    'فشلت محاولات تسجيل الدخول مرات كثيرة. يرجى المحاولة لاحقًا.',
  ),
  otp_delivery_failed: errorCode(
    502,
    'retry_later',
    'The code could not be sent. Please try again.',
    'تعذّر إرسال الرمز. يرجى المحاولة مرة أخرى.',
  ),
} satisfies ErrorCodes;
