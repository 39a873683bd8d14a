/** A roadmap item; the list is in order of time. */
export interface DemoRoadmapItem {
  readonly key: string;
  readonly daysAgo: number;
  readonly status: 'planned' | 'in_progress' | 'completed';
  readonly category: string | null;
  /** Days from the day of the run; null for no date. */
  readonly targetInDays: number | null;
  /** The key of its post. */
  readonly post: string | null;
  readonly title: string;
  readonly description: string | null;
}

type Fields = Omit<DemoRoadmapItem, 'title' | 'description'>;

const item = (fields: Fields, title: string, description: string | null): DemoRoadmapItem => ({ ...fields, title, description });

export const ROADMAP: readonly DemoRoadmapItem[] = [
  item(
    { key: 'dark', daysAgo: 170, status: 'completed', category: 'App', targetInDays: -140, post: 'dark' },
    'Dark mode',
    'Follows the phone, or is switched by hand. Maps and pictures too.',
  ),
  item(
    { key: 'rtl', daysAgo: 163, status: 'completed', category: 'عربي', targetInDays: -125, post: 'rtl-cart' },
    'إتقان الواجهة العربية',
    'كل شاشة تُقرأ من اليمين إلى اليسار: السلة، والخريطة، والأرقام.',
  ),
  item(
    { key: 'pin', daysAgo: 152, status: 'completed', category: 'Delivery', targetInDays: -100, post: 'map-pin' },
    'Addresses that stay',
    null,
  ),
  item(
    { key: 'reorder', daysAgo: 139, status: 'completed', category: 'App', targetInDays: -64, post: 'reorder' },
    'Order again with one tap',
    'Checks stock first and tells what is missing before you pay.',
  ),
  item(
    { key: 'tracking', daysAgo: 98, status: 'in_progress', category: 'Delivery', targetInDays: 20, post: 'tracking' },
    'A live map that tells the truth',
    'Positions every five seconds; when a phone is silent we say so instead of guessing.\n\nFirst in Riyadh, then Jeddah and Dammam.',
  ),
  item(
    { key: 'search', daysAgo: 86, status: 'in_progress', category: 'عربي', targetInDays: 9, post: 'arabic-search' },
    'بحث يفهم كتابتك',
    'لا فرق بين «قهوة» و«قهوه»، ولا بين «أرز» و«ارز»، ومع التشكيل أو بدونه.',
  ),
  item(
    { key: 'slots', daysAgo: 71, status: 'in_progress', category: 'Delivery', targetInDays: 33, post: 'slots' },
    'Delivery in the hour you choose',
    'Slots of one hour, from 8 am to midnight.',
  ),
  item(
    { key: 'bags', daysAgo: 58, status: 'in_progress', category: 'Community', targetInDays: null, post: 'green-bags' },
    'Bags go back with the driver',
    null,
  ),
  item(
    { key: 'split', daysAgo: 54, status: 'planned', category: 'Payment', targetInDays: 75, post: 'split' },
    'Split the bill',
    'A link for each of you; the order starts when all have paid.',
  ),
  item(
    { key: 'gift', daysAgo: 47, status: 'planned', category: 'App', targetInDays: 90, post: 'gift' },
    'أرسلها هدية',
    'بدون فاتورة، مع بطاقة تكتبها بنفسك، وموعد تختاره.',
  ),
  item(
    { key: 'family', daysAgo: 36, status: 'planned', category: 'App', targetInDays: 120, post: 'family' },
    'One cart for the family',
    'Everybody adds, one pays.',
  ),
  item(
    { key: 'access', daysAgo: 29, status: 'planned', category: null, targetInDays: null, post: null },
    'Every screen by ear',
    'We go through the app with people who cannot see it, screen by screen. Tell us if you want to come.',
  ),
];

/** A changelog entry; the list is in order of time. */
export interface DemoChangelogEntry {
  readonly key: string;
  /** Negative when it is not published yet. */
  readonly daysAgo: number;
  readonly type: string;
  readonly version: string | null;
  readonly posts: readonly string[];
  readonly title: string;
  readonly content: string;
  readonly titleAr: string;
  readonly contentAr: string;
}

type Text = readonly [title: string, content: string];

/** `fields` is `daysAgo type version`, with `-` for no version. */
const entry = (
  fields: string,
  posts: readonly string[],
  [[title, content], [titleAr, contentAr]]: readonly [Text, Text],
): DemoChangelogEntry => {
  const [daysAgo, type = '', version = '-'] = fields.split(' ');
  return {
    key: version,
    daysAgo: Number(daysAgo),
    type,
    version: version === '-' ? null : version,
    posts,
    title,
    content,
    titleAr,
    contentAr,
  };
};

export const CHANGELOG: readonly DemoChangelogEntry[] = [
  entry(
    '165 security 3.8.2',
    [],
    [
      ['Sessions end everywhere', 'Changing your password now signs out **all other phones** at once.'],
      ['إنهاء الجلسات في كل الأجهزة', 'عند تغيير كلمة المرور يُسجَّل خروجك من **جميع الأجهزة الأخرى** فورًا.'],
    ],
  ),
  entry(
    '140 added 3.9.0',
    ['dark'],
    [
      ['Dark mode is here', 'Your most wanted change.\n\n- follows your phone\n- or choose it in *Settings → Look*'],
      ['الوضع الليلي وصل 🌙', 'أكثر ما طلبتموه.\n\n- يتبع إعداد جوالك\n- أو اختره من *الإعدادات ← المظهر*'],
    ],
  ),
  entry(
    '124 fixed 3.9.1',
    ['rtl-cart', 'sound'],
    [
      ['The cart reads from right to left', 'Plus and delete are where they belong in Arabic. Sounds respect silent mode.'],
      ['السلة تُقرأ من اليمين', 'زرّا الزيادة والحذف في مكانهما الصحيح، والأصوات تحترم الوضع الصامت.'],
    ],
  ),
  entry(
    '101 changed 3.10.0',
    ['map-pin'],
    [
      ['The pin stays where you put it', 'Editing an address no longer moves the map.'],
      ['الدبوس يبقى حيث وضعته', 'تعديل العنوان لا يحرّك الخريطة بعد الآن.'],
    ],
  ),
  entry(
    '84 deprecated -',
    [],
    [
      ['Old phones: last call', 'Phones from before 2017 get fixes until the end of the year, and no new features.'],
      ['الأجهزة القديمة: آخر تنبيه', 'الأجهزة الأقدم من ٢٠١٧ تصلها الإصلاحات حتى نهاية السنة فقط، دون مزايا جديدة.'],
    ],
  ),
  entry(
    '63 added 3.11.0',
    ['reorder'],
    [
      ['Order again', 'One tap repeats your last order. What is out of stock is shown **before** you pay.'],
      ['اطلب مرة ثانية', 'ضغطة واحدة تعيد آخر طلب، ونخبرك بما نفد **قبل** الدفع.'],
    ],
  ),
  entry(
    '46 fixed 3.11.2',
    [],
    [
      ['Faster start', 'The app opens in half the time on slow networks.'],
      ['فتح أسرع', 'يفتح التطبيق في نصف الوقت على الشبكات البطيئة.'],
    ],
  ),
  entry(
    '30 removed 3.12.0',
    [],
    [
      ['Points for sharing are gone', 'Few used them, many were annoyed by them. Points that you have stay valid.'],
      ['إيقاف نقاط المشاركة', 'استخدمها القليل وأزعجت الكثير. نقاطك الحالية تبقى صالحة.'],
    ],
  ),
  entry(
    '12 changed 3.12.1',
    ['arabic-search'],
    [
      ['Search, first step', 'Search forgives hamzas and vowel signs. Teh marbuta follows soon.'],
      ['البحث: الخطوة الأولى', 'صار البحث يتجاوز الهمزات والتشكيل. والتاء المربوطة قريبًا إن شاء الله.'],
    ],
  ),
  entry(
    '-10 added 4.0.0',
    ['tracking', 'slots'],
    [
      ['Diwan 4', 'The live map that tells the truth, and delivery in the hour that you choose.'],
      ['ديوان ٤', 'خريطة حيّة تقول الحقيقة، وتوصيل في الساعة التي تختارها.'],
    ],
  ),
];
