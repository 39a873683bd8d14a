/**
 * Words that people of this product's languages put into passwords, beside the common passwords: for the secret itself, for greetings, and
 * frequent names and places, in Arabic and Latin letters; rows of the Arabic keyboard. In lower case.
 */
export const CONTEXT_WORDS: readonly string[] = [
  ...['password', 'passcode', 'secret', 'login', 'welcome', 'admin', 'administrator', 'operator', 'staff', 'letmein', 'changeme', 'diwan'],
  ...['default', 'user', 'customer', 'test', 'demo', 'hello', 'account', 'mobile', 'phone', 'feedback', 'marhaba', 'salam', 'habibi'],
  ...['mohammed', 'muhammad', 'mohamed', 'ahmad', 'ahmed', 'ali', 'omar', 'khalid', 'abdullah', 'abdulaziz', 'abdulrahman', 'yousef'],
  ...['fatima', 'fatimah', 'noura', 'sara', 'maryam', 'aisha', 'allah', 'bismillah', 'inshallah', 'mashallah', 'alhamdulillah', 'ramadan'],
  ...['saudi', 'riyadh', 'jeddah', 'makkah', 'madinah', 'dammam', 'cairo', 'egypt', 'dubai', 'emirates', 'kuwait', 'qatar', 'oman'],
  ...['كلمة', 'السر', 'المرور', 'كلمةالسر', 'كلمة السر', 'كلمةالمرور', 'كلمة المرور', 'كلمةسر', 'سر', 'سري', 'دخول', 'ديوان', 'مدير'],
  ...['مرحبا', 'اهلا', 'أهلا', 'سلام', 'السلام', 'السلام عليكم', 'السلامعليكم', 'حبيبي', 'حبيبتي', 'الله', 'بسم الله', 'بسمالله'],
  ...['الحمد لله', 'الحمدلله', 'سبحان الله', 'سبحانالله', 'ماشاءالله', 'رمضان', 'محمد', 'احمد', 'أحمد', 'علي', 'عمر', 'خالد', 'يوسف'],
  ...['عبدالله', 'عبد الله', 'عبدالعزيز', 'عبدالرحمن', 'فاطمة', 'نورة', 'سارة', 'مريم', 'عائشة', 'السعودية', 'الرياض', 'جدة', 'مكة'],
  ...['مكةالمكرمة', 'المدينة', 'الدمام', 'القاهرة', 'مصر', 'دبي', 'الامارات', 'الإمارات', 'الكويت', 'قطر', 'عمان', 'بغداد'],
  ...['ضصثقفغعهخحجد', 'ضصثقفغعه', 'شسيبلاتنمكط', 'شسيبلاتن', 'ئءؤرلاىةوزظ'],
];
