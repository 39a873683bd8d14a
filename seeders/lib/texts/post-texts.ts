/** A feature request; the list is in order of time. */
export interface DemoPost {
  /** Threads, roadmap and changelog refer to it by this key. */
  readonly key: string;
  readonly daysAgo: number;
  readonly category: string;
  readonly status: string;
  readonly votes: number;
  readonly title: string;
  readonly description: string;
}

/** `fields` is `key daysAgo category status votes`. */
const post = (fields: string, title: string, description: string): DemoPost => {
  const [key = '', daysAgo, category = '', status = '', votes] = fields.split(' ');
  return { key, daysAgo: Number(daysAgo), category, status, votes: Number(votes), title, description };
};

const SETTLED: readonly DemoPost[] = [
  post(
    'dark 174 feature completed 12',
    'Dark mode',
    'The white screen is blinding when I order suhoor at 3 am. Please follow the setting of the phone.',
  ),
  post(
    'rtl-cart 168 bug completed 8',
    'ترتيب السلة معكوس بالعربي',
    'لمّا أحوّل التطبيق للعربية يصير زر الحذف مكان زر الزيادة، وحذفت طلبي مرتين بالغلط.\nالجهاز: أندرويد، آخر إصدار.',
  ),
  post(
    'map-pin 160 improvement completed 11',
    'Keep the pin where I put it',
    'Each time I edit the address, the map jumps back to the city centre.',
  ),
  post('crypto 151 other declined 1', 'Pay with coins', 'It is the future. Think about it.'),
  post('reorder 144 feature completed 10', 'اطلب مرة ثانية بضغطة واحدة', 'نفس المقاضي كل أسبوع. أبغى زر يعيد آخر طلب كامل.'),
  post('drone 133 feature declined 4', 'Delivery by drone', 'For the villa roofs. No stairs, no traffic, no guard at the gate.'),
  post(
    'sound 126 bug completed 5',
    'Notification sound ignores silent mode',
    'The “driver is near” sound played in the middle of a funeral. It must respect silent mode.',
  ),
  post('ads 121 other declined 0', 'إعلانات مقابل خصم', 'أشاهد إعلانًا وآخذ خصم ريالين؟'),
  post('spice 117 improvement declined 2', 'Rate how spicy each dish is', 'From one to five peppers, by other customers, not by the shop.'),
  post(
    'login-loop 108 bug declined 1',
    'Asked to sign in every day',
    'Since the last update. Reinstalling helped in the end, so maybe it was only me.',
  ),
];

const OPEN: readonly DemoPost[] = [
  post(
    'tracking 102 improvement in_progress 12',
    'Live map that does not lie',
    'The driver stands “two minutes away” for half an hour. Show where he really is, or show nothing.',
  ),
  post('gift 97 feature planned 9', 'إرسال الطلب كهدية', 'أرسل لأمي في القصيم بدون ما تظهر الفاتورة، مع بطاقة تهنئة.'),
  post(
    'arabic-search 91 bug in_progress 10',
    'البحث لا يجد «قهوة» إذا كتبتها «قهوه»',
    'كثير من الناس يكتبون الهاء بدل التاء المربوطة، والنتيجة صفر!',
  ),
  post('split 88 feature planned 11', 'Split the bill', 'Six flatmates, one order. Let everybody pay their part in the app.'),
  post('invoice 82 improvement planned 6', 'فاتورة ضريبية باسم المنشأة', 'نحتاج الرقم الضريبي على الفاتورة حتى يقبلها المحاسب.'),
  post(
    'slots 77 feature in_progress 9',
    'Choose a delivery slot',
    'I am a nurse. Between 7 and 8 in the morning I sleep, please do not ring.',
  ),
  post(
    'voice-over 72 bug planned 3',
    'Screen reader skips the price',
    'With the screen reader on, products are read without their price. My father is blind and orders by himself.',
  ),
  post('family 66 feature planned 7', 'حساب عائلي بسلة مشتركة', 'كل واحد في البيت يضيف للسلة، والأب يدفع 😅'),
  post('green-bags 61 other in_progress 5', 'Take the bags back', 'I have a hundred of your paper bags. Let the driver collect them.'),
  post('stock 55 bug in_progress 6', 'يظهر «متوفر» وهو غير متوفر', 'ثلاث مرات هذا الشهر ينلغي صنف بعد الدفع. حدّثوا المخزون أول بأول.'),
  post('mosque 51 other planned 4', 'Donate a meal', 'A button at checkout: one meal for the fasting table of the nearest mosque.'),
];

const NEW: readonly DemoPost[] = [
  post('widget 44 feature under_review 5', 'Widget for the home screen', 'Only two things: how long until it arrives, and who brings it.'),
  post('tip 39 improvement under_review 3', 'إكرامية للسائق بعد التوصيل', 'أحيانًا أعرف إنه يستاهل بعد ما يوصل، مو قبل.'),
  post(
    'auction-end 33 bug under_review 7',
    'Auction went on after zero',
    'The clock said 0:00 and bids were still taken for nine seconds. Which clock counts?',
  ),
  post('heat 27 improvement under_review 6', 'Cool boxes in summer', 'Chocolate arrived as soup. Riyadh had 47 °C that day.'),
  post('driver-chat 21 feature under_review 4', 'ترجمة المحادثة مع السائق', 'هو يكتب أوردو وأنا عربي. ترجمة فورية تحل كل شي.'),
  post(
    'address 15 bug under_review 2',
    'Apartment number is cut off',
    'Anything longer than six characters disappears: “B-12 / 4” becomes “B-12 /”.',
  ),
  post('student 11 other under_review 1', 'خصم للطلاب', 'برقم الجامعة، مثل التطبيقات الثانية.'),
  post('photo-proof 6 improvement under_review 3', 'A photo of where it was left', 'So that I know which of the three doors to look at.'),
  post('emoji 2 other under_review 0', '🌶️🌶️🌶️', 'أضيفوا رموزًا تعبيرية في ملاحظات الطلب، الآن تتحول إلى مربعات □□□.'),
];

export const POSTS: readonly DemoPost[] = [...SETTLED, ...OPEN, ...NEW];
