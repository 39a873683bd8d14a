/** The reviews of an item, with and without text. */
export interface ItemReviews {
  readonly itemType: string;
  readonly itemId: number;
  readonly written: readonly WrittenReview[];
  /** One digit for each rating without text. */
  readonly stars?: string;
}

export interface WrittenReview {
  readonly rating: number;
  readonly comment: string;
  readonly title?: string;
  /** The number of images. */
  readonly images?: number;
  /** A thread refers to the review by this key. */
  readonly key?: string;
  /** Whether the text was changed a day later. */
  readonly isEdited?: true;
}

const review = (rating: number, comment: string, more: Omit<WrittenReview, 'rating' | 'comment'> = {}): WrittenReview => ({
  rating,
  comment,
  ...more,
});

// dates of the Sukkari kind, three kilos
const DATES: ItemReviews = {
  itemType: 'product',
  itemId: 101,
  stars: '55453554554',
  written: [
    review(5, 'ما شاءَ اللهُ، تُمورٌ طازَجةٌ وطَعمُها مِثلُ العَسَل. طلبتُها للضيافة ونفدت في يومين 😄', { title: 'سكّري على أصوله', images: 2 }),
    review(5, 'Soft, golden, not one dry piece in three kilos. My neighbours asked where I got them.', {
      title: 'The real thing',
      images: 1,
    }),
    review(4, 'التمر ممتاز لكن الكرتون وصل مضغوط من جهة. التغليف يحتاج عناية.', { key: 'dates-box' }),
    review(5, 'طلبتها من جدة ووصلت ثاني يوم باردة. تستاهل.'),
    review(3, 'Good dates, but the picture shows bigger ones. For the price I expected a size up.'),
    review(5, 'Third time ordering. Always the same quality, which is rare.'),
    review(2, 'نصف الكمية جافة! يمكن من المخزون القديم. تواصلت معهم ووعدوا بالتعويض.', { key: 'dates-dry', isEdited: true }),
    review(5, 'أهديتها لأهلي في أبها وفرحوا فيها كثير ❤️'),
    review(4, 'Great with coffee. Slightly sweeter than last season.'),
    review(5, 'من أجود ما ذقت هذا الموسم، والسعر معقول مقارنةً بالسوق.', { title: 'جودة وسعر' }),
  ],
};

// Arabic coffee with cardamom
const COFFEE: ItemReviews = {
  itemType: 'product',
  itemId: 102,
  stars: '5444355',
  written: [
    review(5, 'القهوة شقراء والهيل واضح، نفس طعم قهوة جدتي الله يرحمها.', { title: 'قَهوةٌ تُذكّرني بالبيت', images: 1 }),
    review(4, 'Light roast, plenty of cardamom. I add a pinch of saffron and it is perfect.'),
    review(5, 'رائحتها تملأ البيت ☕️'),
    review(3, 'الطعم حلو لكن الطحنة ناعمة زيادة وتترسب في الدلة.', { key: 'coffee-grind' }),
    review(5, 'I never liked Arabic coffee before this one. Now the whole office drinks it.', { title: 'Converted' }),
    review(1, 'The bag arrived open and half of it was in the box. Refund took nine days.', { key: 'coffee-open', images: 2 }),
    review(4, 'جيدة جدًا، وأتمنى توفير عبوة ٢٥٠ جرام.'),
    review(5, 'سريعة التحضير وطعمها ثابت كل مرة.'),
  ],
};

// wireless earbuds
const EARBUDS: ItemReviews = {
  itemType: 'product',
  itemId: 103,
  stars: '432145',
  written: [
    review(4, 'Sound is clear for the price. Battery gives me about five hours, not the seven on the box.', { title: 'Honest mid-range' }),
    review(2, 'بعد أسبوعين توقفت السماعة اليسرى عن الشحن. الضمان موجود لكن الإجراءات طويلة.', { key: 'earbud-left', isEdited: true }),
    review(5, 'عزل ممتاز في المترو، وثابتة وقت الجري.'),
    review(3, 'Fine for calls, weak for music. The case feels cheap.'),
    review(1, 'Stopped pairing with my phone after an update. Nobody answered for a week.', { title: 'Do not buy', key: 'earbud-pairing' }),
    review(5, 'مقارنةً بسعرها؟ صفقة 👌'),
    review(4, 'اشتريتها لولدي للدراسة عن بعد وتؤدي الغرض.'),
  ],
};

// a set of non-stick pans
const PANS: ItemReviews = {
  itemType: 'product',
  itemId: 104,
  stars: '544',
  written: [
    review(5, 'Eggs slide right off, even after two months. Wash them by hand and they stay like new.', { images: 3 }),
    review(4, 'ثقيلة ومتينة، وتوزيع الحرارة ممتاز. ينقصها غطاء للمقاس الكبير.'),
    review(2, 'خُدِش السطح من أول أسبوع مع أني استخدمت ملعقة خشب.', { title: 'خيّبت ظني', images: 1 }),
    review(5, 'Wedding gift for my sister, she sent me a photo of the first kabsa made in it.'),
    review(4, 'Handles get warm on gas, otherwise a solid set.'),
  ],
};

// a box of oud incense
const INCENSE: ItemReviews = {
  itemType: 'product',
  itemId: 105,
  stars: '55',
  written: [
    review(5, 'رِيحَتُه فَخمة وتجلس في البيت لليوم الثاني.', { title: 'بخور يستحق', images: 1 }),
    review(5, 'Smells like my grandfather’s majlis. Bought three more for Eid.'),
    review(3, 'حلو، لكن الكمية قليلة على السعر.'),
    review(4, 'Lovely box, fine scent. It burns a little fast.'),
  ],
};

// a school backpack
const BACKPACK: ItemReviews = {
  itemType: 'product',
  itemId: 106,
  stars: '43',
  written: [
    review(4, 'Survived one term with a seven-year-old. That says it all.'),
    review(2, 'السحّاب تعطّل في الشهر الأول 😕', { isEdited: true }),
    review(5, 'واسعة وخفيفة على ظهر البنت، واللون مثل الصورة تمامًا.'),
  ],
};

export const PRODUCT_REVIEWS: readonly ItemReviews[] = [DATES, COFFEE, EARBUDS, PANS, INCENSE, BACKPACK];

// the bakery in Al Malqa
const BAKERY: ItemReviews = {
  itemType: 'store',
  itemId: 11,
  stars: '55455355',
  written: [
    review(5, 'المعمول طازج كل صباح، والتميس يوصل حار لحي الملقا في ربع ساعة.', { title: 'أفضل مخبز في الحي', images: 2 }),
    review(5, 'Warm bread at the door before school. It changed our mornings.'),
    review(4, 'Excellent ma’amoul. On Fridays order early, they sell out by nine.', { key: 'bakery-friday' }),
    review(3, 'الخبز رائع ولكن نسوا الجبنة مرتين.'),
    review(5, 'ناس محترمين، ويهتمون بالملاحظات المكتوبة على الطلب.'),
  ],
};

// the corner grocery in Al Yasmin
const GROCERY: ItemReviews = {
  itemType: 'store',
  itemId: 12,
  stars: '43',
  written: [
    review(4, 'Vegetables are fresh, and they call before replacing something.'),
    review(2, 'وصلني حليب تاريخه ينتهي بكرة! انتبهوا للتواريخ.', { key: 'grocery-milk', images: 1 }),
    review(4, 'أسعار مقاربة للسوق والتوصيل أسرع من المشوار.'),
    review(1, 'Two of eleven things were missing and I was still charged for them.', { title: 'Count your bags' }),
  ],
};

// the pharmacy
const PHARMACY: ItemReviews = {
  itemType: 'store',
  itemId: 13,
  stars: '5',
  written: [
    review(5, 'الصيدلي اتصل يشرح لي الجرعة قبل التوصيل. خدمة فوق المتوقع.', { title: 'جزاهم الله خيرًا' }),
    review(5, 'Fever medicine at two in the morning, here in twenty minutes. Thank you.'),
    review(4, 'Good, though the delivery fee after midnight is steep.'),
  ],
};

// the flower shop
const FLOWERS: ItemReviews = {
  itemType: 'store',
  itemId: 14,
  stars: '4',
  written: [
    review(5, 'باقة تخرّج ولا أروع 🌷 وصلت في الوقت بالدقيقة.', { images: 2 }),
    review(2, 'Roses were half open in the photo and half dead at the door.', { images: 1 }),
  ],
};

export const STORE_REVIEWS: readonly ItemReviews[] = [BAKERY, GROCERY, PHARMACY, FLOWERS];
