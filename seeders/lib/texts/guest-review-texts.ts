/** A review by a person without an account. */
export interface GuestReview {
  /** Type and id, such as `product 101`. */
  readonly item: string;
  readonly name: string | null;
  /** The part before `@example.com`. */
  readonly mailbox: string;
  readonly rating: number;
  readonly comment: string | null;
  readonly title?: string;
}

export interface RejectedReview extends Omit<GuestReview, 'mailbox'> {
  /** The part before `@example.com`; null for an author with an account. */
  readonly mailbox: string | null;
  readonly reason: string;
}

const guest = (item: string, author: string, rating: number, comment: string | null, title?: string): GuestReview => {
  const [name = '', mailbox = ''] = author.split(' <');
  return {
    item,
    name: name === '' ? null : name,
    mailbox: mailbox.replace('>', ''),
    rating,
    comment,
    ...(title === undefined ? {} : { title }),
  };
};

export const APPROVED_GUESTS: readonly GuestReview[] = [
  guest('product 101', 'Umm Saleh <umm.saleh>', 5, 'جربتها عند أختي ثم طلبت لنفسي. ممتازة.'),
  guest('product 101', 'Daniel <daniel.w>', 4, 'Bought as a gift without signing up, worked fine. Nice dates.'),
  guest('product 101', ' <k.visitor>', 5, null),
  guest('product 102', 'غادة <ghada88>', 5, 'قهوة مضبوطة، ما تحتاج أي إضافة.'),
  guest('product 102', 'Ravi <ravi.k>', 3, 'Too much cardamom for me, but it is fresh.'),
  guest('product 103', 'Sam <sam.listens>', 2, 'The right one is quieter than the left.', 'Unbalanced'),
  guest('product 103', 'عادل <adel.t>', 4, 'ممتازة للمكالمات.'),
  guest('product 104', 'Helen <helen.cooks>', 5, 'My first pans that do not smoke. Clear instructions, too.'),
  guest('product 105', 'بندر <bandar.m>', 4, null),
  guest('product 106', 'Tariq <tariq.father>', 3, 'Good size, the straps are thin.'),
  guest('store 11', 'مَرام <maram>', 5, 'خُبزٌ طازَجٌ ورائحةٌ زكيّة، بارَكَ اللهُ فيكم.', 'ألذّ تميس'),
  guest('store 11', 'Peter <peter.b>', 4, 'The cheese bread is worth the detour.'),
  guest('store 11', ' <early.bird>', 5, null),
  guest('store 12', 'أم ليان <um.layan>', 3, 'جيد، لكن الفواكه غالية هذا الأسبوع.'),
  guest('store 13', 'Mei <mei.l>', 5, 'They had the one cream that nobody else had.'),
  guest('store 14', 'راكان <rakan.flowers>', 5, 'تنسيق راقي، والبطاقة بخط جميل.'),
  guest('driver 501', 'Neighbour in 4B <flat4b>', 5, 'He carried my mother’s bags too, although they were not from you.'),
  guest('driver 501', 'سلمى <salma.y>', 5, null),
  guest('driver 502', 'Jon <jon.r>', 1, 'Argued about the address in front of my children.'),
  guest('driver 503', 'وليد <waleed.q>', 4, 'سريع، والتواصل ممتاز.'),
  guest('auction 301', 'Collector <brass.collector>', 5, 'Exactly as described, down to the scratches.', 'Honest listing'),
  guest('auction 302', 'هند <hind.art>', 4, 'جميلة جدًا، وكنت أتمنى شهادة عن المصدر.'),
  guest('group_deal 41', 'Abu Omar <abu.omar>', 5, 'وفرنا والحمد لله، وننتظر عرض السكر.'),
  guest('group_deal 42', 'Carla <carla.v>', 3, 'Pretty place, thin walls.'),
  guest('group_deal 43', ' <teacher.j>', 4, null),
];

/** Pending reviews in the order of arrival. */
export const PENDING_GUESTS: readonly GuestReview[] = [
  guest('product 103', 'Osama <osama.x>', 2, 'البطارية ما تكمل ثلاث ساعات.'),
  guest('store 12', 'Fern <fern.g>', 4, 'Ripe avocados, finally. The bag was a little wet.'),
  guest('driver 504', 'ناصر <nasser.d>', 1, 'أغلق الطلب وهو في حي ثاني!', 'غير مقبول'),
  guest('product 101', 'Beatriz <bia.m>', 5, 'Sweet like caramel. Ordered for my class and nothing was left.'),
  guest('product 102', 'أبو تركي <abu.turki>', 5, 'قهوة تعدّل المزاج ☕️'),
  guest('store 11', 'Ken <ken.t>', 5, 'Date cookies, still warm.'),
  guest('group_deal 41', 'سعاد <suaad>', 4, 'العرض ممتاز لكن ما عرفت متى يكتمل العدد.'),
  guest('product 104', 'Olga <olga.p>', 3, 'The small pan is great, the big one warps on induction.'),
  guest('driver 503', 'حصة <hessa.n>', 5, 'وصل قبل الموعد بعشر دقائق وانتظر عند البوابة بدون إزعاج.'),
  guest('product 105', 'Idris <idris>', 5, 'Subtle. My guests asked for the name twice.'),
  guest('auction 303', 'Vera <vera.s>', 2, 'The leg of the chair was glued. That was not in the description.', 'Look twice'),
  guest('store 13', ' <night.nurse>', 5, null),
  guest('product 106', 'أم جود <um.joud>', 5, 'لون جميل، وجيوبها كثيرة.'),
  guest('store 14', 'Tom <tom.late>', 4, 'Saved my anniversary with forty minutes’ notice.'),
  guest('product 101', 'صالح <saleh.f>', 3, 'الحجم متوسط والطعم طيب.'),
  guest('driver 501', 'Ines <ines.v>', 5, 'He even closed the garden gate so that the dog stays in.'),
  guest('order 72006', 'Farid <farid.h>', 1, 'ناقص صنفين والدعم قالوا «تواصل مع المتجر».', 'طلب ناقص'),
  guest('product 102', 'Nils <nils.o>', 4, 'Tastes of orange and smoke. Grind is too fine for my pot.'),
  guest('group_deal 42', 'لولوة <lulwa>', 5, 'مكان هادئ ونظيف، والأطفال ما ودّهم يرجعون.'),
  guest('product 103', 'Pat <pat.commutes>', 4, 'Good noise cancelling on the train to Dammam.'),
  guest('store 11', 'عمّار <ammar.z>', 2, 'آخر طلب وصل الخبز بارد وقاسي.'),
  guest('auction 301', 'Mika <mika>', 5, 'Well packed, real patina.'),
  guest('store 12', 'زهراء <zahra.a>', 5, 'رتبوا الأكياس حسب الثلاجة والدولاب، لمسة ذكية.'),
  guest('product 104', ' <pan.fan>', 5, null),
  guest('driver 502', 'جميلة <jamila.k>', 3, 'تأخر نصف ساعة بس اعتذر.'),
];

const refused = (reason: string, { mailbox, ...rest }: GuestReview): RejectedReview => ({
  ...rest,
  mailbox: mailbox === 'member' ? null : mailbox,
  reason,
});

const ADVERTISING = 'Advertises another shop.';
const PRIVATE = 'يحتوي على رقم هاتف شخصي.';
const INSULT = 'Insults a person. Write what happened instead.';
const ELSEWHERE = 'لا يتعلّق بهذا المنتج.';

export const REJECTED: readonly RejectedReview[] = [
  refused(ADVERTISING, guest('product 101', 'Best Prices <deals4you>', 5, 'Half price at my shop, link in bio!!!', 'CHEAPER HERE')),
  refused(PRIVATE, guest('driver 502', 'غاضب <angry.c>', 1, 'هذا رقم السائق 0555-xxx-xxx اتصلوا عليه واشتكوا!')),
  refused(INSULT, guest('driver 504', 'N. <n.anon>', 1, 'The driver is a donkey.')),
  refused(ELSEWHERE, guest('product 106', ' <wrong.page>', 1, 'متى يفتح فرع الدمام؟')),
  refused(ADVERTISING, guest('group_deal 41', 'Rice King <rice.k>', 4, 'Contact me for wholesale, better than this deal.')),
  refused('Says nothing that others could use.', guest('store 11', 'asdf <asdf>', 3, 'asdf asdf')),
  refused(INSULT, guest('store 12', 'ex customer <ex.customer>', 1, 'Thieves, all of them!!! 😡😡😡')),
  refused('مكرّر: سبق أن نُشر التقييم نفسه.', guest('product 102', 'غادة <ghada88>', 5, 'قهوة مضبوطة، ما تحتاج أي إضافة!')),
  refused(ELSEWHERE, guest('product 103', 'Lost <lost.parcel>', 1, 'Where is my parcel? Nobody answers the phone.')),
  refused(ADVERTISING, guest('product 105', 'Oud Trader <oud.trader>', 5, 'للجملة تواصلوا معي على الخاص')),
  refused(
    'The pictures show people author did not agree to it.',
    guest('auction 302', 'Snap <snap.happy>', 4, 'See author was at the hand-over, haha'),
  ),
  refused(PRIVATE, guest('driver 501', 'خالتي أم سعد <um.saad>', 5, 'الله يوفقه، بيته جنب المسجد في حارتنا رقم ١٤')),
  refused('Written by the shop itself.', guest('store 14', ' <member>', 5, 'We are the best flower shop in the city, come and see!')),
  refused(INSULT, guest('order 70958', ' <member>', 1, 'Whoever packed this has no brain.')),
  refused(ELSEWHERE, guest('store 13', ' <member>', 2, 'التطبيق يطلب مني كلمة مرور جديدة كل يوم.')),
];
