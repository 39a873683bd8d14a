/** A release, `daysAgo` days before the run. */
export interface DemoRelease {
  readonly name: string;
  readonly code: number;
  readonly daysAgo: number;
  readonly changelog: string;
  readonly minVersion?: string;
  readonly isForce?: boolean;
  readonly isActive?: boolean;
  /** The percents of a rollout that is under way, each `daysAgo` days before the run; below 0 is still to come. */
  readonly steps?: readonly { readonly daysAgo: number; readonly percent: number }[];
  readonly notes?: { readonly en: string; readonly ar: string };
}

export interface DemoMaintenance {
  readonly daysAgo: number;
  readonly minutes: number;
  readonly messageEn: string;
  readonly messageAr: string;
}

export interface DemoApp {
  readonly slug: string;
  readonly name: string;
  readonly platform: 'android' | 'both';
  /** Identifies the demo's own app. */
  readonly packageName: string;
  readonly storeUrl: string;
  /** Oldest first, with rising codes. */
  readonly releases: readonly DemoRelease[];
  readonly maintenance: DemoMaintenance;
}

const SHOP: DemoApp = {
  slug: 'diwan-demo-shop',
  name: 'Diwan Demo Shop',
  platform: 'both',
  packageName: 'com.example.diwan.shop',
  storeUrl: 'https://example.com/diwan-shop',
  releases: [
    { name: '1.0.0', code: 10, daysAgo: 178, changelog: 'The first release: stores, products, cart and cash on delivery.' },
    { name: '1.1.0', code: 11, daysAgo: 150, changelog: 'Arabic from end to end, with the layout from right to left.' },
    { name: '1.2.0', code: 12, daysAgo: 121, changelog: 'Auctions. Favourites are kept when you sign out.' },
    {
      name: '2.0.0',
      code: 20,
      daysAgo: 96,
      isForce: true,
      changelog: 'Cards are charged in a new way that the bank demands. Older versions cannot pay any more.',
    },
    { name: '2.1.0', code: 21, daysAgo: 64, changelog: 'Group deals: invite friends, and everybody pays less.' },
    { name: '2.2.0', code: 22, daysAgo: 38, minVersion: '2.0.0', changelog: 'Follow the driver on the map.' },
    { name: '2.3.0', code: 23, daysAgo: 19, isActive: false, changelog: 'Dark mode. Taken back: it ended at once on Android 9.' },
    { name: '2.3.1', code: 24, daysAgo: 18, changelog: 'Dark mode, on Android 9 too.' },
    {
      name: '2.4.0',
      code: 25,
      daysAgo: 6,
      changelog: 'Search finds words in either spelling: السلة and السله.',
      notes: { en: 'Search finds words in either spelling.', ar: 'يجد البحث الكلمات بأي إملاء.' },
      steps: [
        { daysAgo: 6, percent: 5 },
        { daysAgo: 3, percent: 20 },
        { daysAgo: -1, percent: 50 },
        { daysAgo: -3, percent: 100 },
      ],
    },
  ],
  maintenance: {
    daysAgo: 43,
    minutes: 95,
    messageEn: 'We are moving to a larger database. Orders on their way are not affected.',
    messageAr: 'ننقل بياناتنا إلى قاعدة أكبر. لا تتأثر الطلبات التي في الطريق.',
  },
};

const DRIVER: DemoApp = {
  slug: 'diwan-demo-driver',
  name: 'Diwan Demo Driver',
  platform: 'android',
  packageName: 'com.example.diwan.driver',
  storeUrl: 'https://example.com/diwan-driver',
  releases: [
    { name: '0.9.0', code: 9, daysAgo: 165, changelog: 'For the first forty drivers.' },
    { name: '1.0.0', code: 10, daysAgo: 140, changelog: 'Offers ring even when the screen is off.' },
    { name: '1.1.0', code: 11, daysAgo: 112, changelog: 'Proof of delivery by photo.' },
    { name: '1.2.0', code: 12, daysAgo: 85, isActive: false, changelog: 'Two orders on one way. Taken back: it drained the battery.' },
    { name: '1.2.1', code: 13, daysAgo: 84, changelog: 'Two orders on one way, and a battery that lasts a shift.' },
    { name: '1.3.0', code: 14, daysAgo: 47, isForce: true, changelog: 'Wrong earnings in the weekly sum are corrected.' },
    { name: '1.4.0', code: 15, daysAgo: 24, minVersion: '1.3.0', changelog: 'Breaks for prayer, with no offers meanwhile.' },
    { name: '1.5.0', code: 16, daysAgo: 5, changelog: 'Directions open in the map app of your choice.' },
  ],
  maintenance: {
    daysAgo: 37,
    minutes: 40,
    messageEn: 'Offers pause while we correct the weekly sums. Finish the order you are on as usual.',
    messageAr: 'تتوقف العروض مؤقتًا ريثما نصحح المجاميع الأسبوعية. أكمل طلبك الحالي كالمعتاد.',
  },
};

export const DEMO_APPS: readonly DemoApp[] = [SHOP, DRIVER];
