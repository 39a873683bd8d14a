import type { ItemReviews } from './review-texts.ts';

const DRIVERS: readonly ItemReviews[] = [
  {
    itemType: 'driver',
    itemId: 501,
    stars: '555545',
    written: [
      { rating: 5, comment: 'صعد بالأغراض للدور الثالث والمصعد خربان. الله يجزاه خير.', title: 'شهم', key: 'driver-stairs' },
      { rating: 5, comment: 'Always on time, always a smile. He knows our gate by now.' },
      { rating: 5, comment: 'حافظ على الكيكة كأنها له 🎂' },
      { rating: 4, comment: 'Polite and fast. Please call once, not five times.' },
    ],
  },
  {
    itemType: 'driver',
    itemId: 502,
    stars: '42',
    written: [
      { rating: 2, comment: 'وقف في الشارع الخلفي وطلب مني أنزل له، مع أن الموقع واضح.', key: 'driver-gate' },
      { rating: 4, comment: 'Came late because of the rain, but he called to say so.' },
      { rating: 3, comment: 'Left the bags with the guard without telling me. Found them an hour later.', isEdited: true },
    ],
  },
  {
    itemType: 'driver',
    itemId: 503,
    written: [
      { rating: 5, comment: 'سائق مؤدّب، ومعه حقيبة تبريد فعلًا باردة.' },
      { rating: 5, comment: 'Crossed half of Jeddah at rush hour and the ice cream was still hard.', title: 'How?!' },
    ],
  },
  {
    itemType: 'driver',
    itemId: 504,
    stars: '1',
    written: [{ rating: 1, comment: 'Marked it as delivered while I stood at the door.', key: 'driver-marked' }],
  },
];

const ORDERS: readonly ItemReviews[] = [
  {
    itemType: 'order',
    itemId: 70412,
    written: [{ rating: 5, comment: 'كل شيء كامل ومرتّب، والفواتير واضحة. شكرًا لكم.' }],
  },
  {
    itemType: 'order',
    itemId: 70958,
    written: [
      {
        rating: 3,
        comment: 'Everything was there, forty minutes after the promised time. The app said “two minutes away” for half of that.',
        title: 'Late, but complete',
      },
    ],
  },
  {
    itemType: 'order',
    itemId: 71533,
    written: [{ rating: 4, comment: 'بدّلوا الطماطم بنوع أغلى بدون فرق في السعر، حركة حلوة.' }],
  },
];

const AUCTIONS: readonly ItemReviews[] = [
  {
    // an old brass coffee pot
    itemType: 'auction',
    itemId: 301,
    stars: '5',
    written: [
      { rating: 5, comment: 'دلّة قديمة من النحاس، مطابقة للوصف تمامًا. المزاد كان شفّافًا والتسليم سريع.', title: 'قطعة نادرة', images: 3 },
      { rating: 4, comment: 'Won it at the last second. The description hid a small dent, but for this price I keep it.', images: 1 },
    ],
  },
  {
    // a handwoven Sadu rug
    itemType: 'auction',
    itemId: 302,
    stars: '4',
    written: [
      { rating: 5, comment: 'The colours are even deeper than in the photos. It hangs in our hall in Dammam now.', images: 2 },
      { rating: 2, comment: 'زادت المزايدة بعد انتهاء الوقت بثوانٍ ولم أفهم السبب.', key: 'auction-clock' },
    ],
  },
  { itemType: 'auction', itemId: 303, written: [{ rating: 3, comment: 'Fair auction, slow pick-up. Four days for a chair.' }] },
];

const GROUP_DEALS: readonly ItemReviews[] = [
  {
    // rice, ten kilos, from twenty buyers on
    itemType: 'group_deal',
    itemId: 41,
    stars: '55443',
    written: [
      { rating: 5, comment: 'اشتركنا ثلاث عوائل ووفّرنا تقريبًا الثلث. فكرة ممتازة 👏', title: 'توفير حقيقي' },
      { rating: 4, comment: 'Good rice, good price. It took six days until the group was full.', key: 'deal-wait' },
      { rating: 5, comment: 'نوعية الأرز طويلة الحبة وتنفع للكبسة والبرياني.' },
    ],
  },
  {
    // a weekend in a chalet
    itemType: 'group_deal',
    itemId: 42,
    written: [
      { rating: 4, comment: 'Clean pool, quiet street, the barbecue was missing its grate.', images: 2 },
      { rating: 1, comment: 'أُلغي العرض قبل الموعد بيوم واحد، ورجّعوا المبلغ بعد أسبوع.', title: 'إلغاء مفاجئ', key: 'deal-cancelled' },
    ],
  },
  {
    // school stationery
    itemType: 'group_deal',
    itemId: 43,
    stars: '4',
    written: [{ rating: 5, comment: 'All three children covered in one order. The labels with their names are a sweet idea ✏️' }],
  },
];

export const SERVICE_REVIEWS: readonly ItemReviews[] = [...DRIVERS, ...ORDERS, ...AUCTIONS, ...GROUP_DEALS];
