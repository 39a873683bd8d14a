/**
 * A comment of a thread. Speakers: `author` is the author of the record, `team` and `فريق` are the company, and each letter is one more
 * user. A text of null is a tombstone, which keeps its place because it has replies.
 */
export interface DemoComment {
  readonly speaker: string;
  readonly text: string | null;
  readonly replies: readonly DemoComment[];
  readonly isEdited?: true;
  /** The comment is at most this many days old. */
  readonly notBefore?: number;
}

export interface DemoThread {
  /** A record by its key, such as `post dark`, or an item by its id, such as `product 101`. */
  readonly entity: string;
  readonly comments: readonly DemoComment[];
}

const says = (speaker: string, text: string | null, ...replies: readonly DemoComment[]): DemoComment => ({ speaker, text, replies });
const since = (notBefore: number, comment: DemoComment): DemoComment => ({ ...comment, notBefore });
const edited = (comment: DemoComment): DemoComment => ({ ...comment, isEdited: true });

const ON_REVIEWS: readonly DemoThread[] = [
  {
    entity: 'review dates-box',
    comments: [says('فريق', 'شكرًا على التنبيه، غيّرنا الكرتون من هذا الأسبوع.', says('author', 'لاحظت الفرق في آخر طلب 👍'))],
  },
  {
    entity: 'review dates-dry',
    comments: [
      says('فريق', 'نعتذر منك. أرسلنا كرتونًا بديلًا اليوم.', says('author', 'وصل البديل وكان ممتاز، الله يعطيكم العافية.')),
      says('a', 'صار معي نفس الشي في يونيو.', says('فريق', 'أرسل لنا رقم الطلب من فضلك.')),
    ],
  },
  { entity: 'review coffee-grind', comments: [says('a', 'جرّب تتركها تركد خمس دقائق قبل الصب.')] },
  {
    entity: 'review coffee-open',
    comments: [
      says(
        'team',
        'Nine days is too long. We found out why: the refund waited for a photo that you had already sent.',
        says('author', 'Thanks for the honest answer.'),
      ),
    ],
  },
  {
    entity: 'review earbud-left',
    comments: [says('a', 'Same here, left side.'), says('team', 'We have asked the shop for a recall of this batch.')],
  },
  {
    entity: 'review earbud-pairing',
    comments: [
      says(
        'a',
        null,
        says('author', 'No need to be rude. It did not work, that is all.'),
        says('team', 'Please stay with the product, both of you 🙏'),
      ),
    ],
  },
  { entity: 'review bakery-friday', comments: [says('a', 'Nine? In our street by eight.')] },
  { entity: 'review grocery-milk', comments: [says('فريق', 'رجّعنا لك المبلغ، وراجعنا تواريخ الثلاجة كلها مع المتجر.')] },
  {
    entity: 'review driver-stairs',
    comments: [says('a', 'أعرفه، رجل والنعم.'), says('b', 'Gave him a bottle of cold water once, he shared it with the guard.')],
  },
  {
    entity: 'review driver-marked',
    comments: [says('team', 'We listened to the call and you are right. The fee is back in your wallet.')],
  },
  {
    entity: 'review auction-clock',
    comments: [
      says('a', 'It extends when somebody bids in the last ten seconds. They should say so.', says('author', 'كان لازم يكتبونها بوضوح.')),
    ],
  },
  { entity: 'review deal-wait', comments: [says('a', 'Share the link with your building, ours was full in a day.')] },
];

const ON_POSTS: readonly DemoThread[] = [
  {
    entity: 'post dark',
    comments: [
      says('a', 'Yes please, also for the driver’s map.'),
      since(
        139,
        says(
          'team',
          'Out with 3.9.0. Thank you all for the votes!',
          says('author', 'My eyes thank you 🌙'),
          says('b', 'على أندرويد ٩ ما ظهرت عندي؟', says('فريق', 'من الإعدادات ← المظهر، اخترها يدويًا.', says('b', 'ظهرت، شكرًا!'))),
        ),
      ),
    ],
  },
  { entity: 'post rtl-cart', comments: [says('a', 'أكّد لك، صار معي على الجهاز اللوحي بعد.')] },
  {
    entity: 'post tracking',
    comments: [
      says('a', 'The map is the reason why I call drivers. They hate it, I hate it.'),
      edited(says('b', 'In Dammam it works fine, in Riyadh it does not. Maybe the towers?')),
      says(
        'team',
        'We are testing it with forty drivers in Al Olaya.',
        says('c', null, says('a', 'Can we join the test?', says('team', 'Write to support with your street, we add you.'))),
      ),
    ],
  },
  {
    entity: 'post arabic-search',
    comments: [says('a', 'وأيضًا «أ» و«ا»، و«ى» و«ي».', says('فريق', 'كلها في القائمة، والأرقام الهندية معها.')), says('b', 'وأخيرًا! 👏')],
  },
  {
    entity: 'post split',
    comments: [
      says(
        'a',
        'Six flatmates here as well, and one who never pays.',
        says('b', 'Every flat has one.', says('author', 'Ours is called Sami.')),
      ),
    ],
  },
  { entity: 'post crypto', comments: [says('team', 'Not planned. We take cards, wallets and cash.')] },
  { entity: 'post drone', comments: [says('a', 'وإذا أكلها الصقر؟ 😂')] },
  {
    entity: 'post voice-over',
    comments: [
      says(
        'team',
        'Thank you for telling us. We start with the product page; may we ask your father to try it?',
        says('author', 'He says gladly, after the afternoon prayer.'),
      ),
    ],
  },
  { entity: 'post heat', comments: [says('a', 'My ice cream says hello.'), says('b', 'حتى الأدوية لازم تتوصل مبردة.')] },
  { entity: 'post auction-end', comments: [says('a', 'The server’s clock should count, and the phone should show that one.')] },
];

const ELSEWHERE: readonly DemoThread[] = [
  {
    entity: 'roadmap tracking',
    comments: [
      says('a', 'Jeddah next, please. The corniche is a black hole.'),
      says('b', 'متى القصيم؟', says('فريق', 'بعد المدن الثلاث، بإذن الله.')),
    ],
  },
  {
    entity: 'roadmap access',
    comments: [says('a', 'I would like to come. I use a screen reader every day.', says('team', 'Wonderful, we will write to you.'))],
  },
  {
    entity: 'changelog 3.11.0',
    comments: [
      says('a', 'Saves me ten minutes every Thursday.'),
      says('b', 'ممتاز، بس ليته يحفظ أكثر من طلب.', says('فريق', 'فكرة جميلة، اكتبها كاقتراح ونصوّت عليها.')),
    ],
  },
  {
    entity: 'product 101',
    comments: [
      says('a', 'هل يصلح للتخزين سنة؟', says('b', 'في الفريزر نعم، جرّبناه.')),
      says('c', 'Is this the soft or the half-dry kind?'),
    ],
  },
];

export const THREADS: readonly DemoThread[] = [...ON_REVIEWS, ...ON_POSTS, ...ELSEWHERE];
