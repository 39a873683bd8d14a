export interface DemoFlag {
  readonly key: string;
  readonly isEnabled: boolean;
  readonly description: string;
  readonly config: Readonly<Record<string, unknown>> | null;
}

const SHOP: readonly DemoFlag[] = [
  flag('apple_pay', true, 'Apple Pay beside cards.', { minimumTotal: 10, currencies: ['SAR'] }),
  flag('auctions', true, 'The tab with auctions.', { bidStep: 5, extendSeconds: 30 }),
  flag('cash_on_delivery', true, 'Paying the driver.', { maximumTotal: 500, cities: ['riyadh', 'jeddah', 'dammam'] }),
  flag('dark_mode', true, 'Colours by the system.', { default: 'system' }),
  flag('driver_map', true, 'The driver on the map.', { refreshSeconds: 10, precision: 'street' }),
  flag('group_deals', true, 'Buying together.', { minimumPeople: 3, openHours: 48 }),
  flag('home_banner', false, 'A banner above the stores.', {
    image: 'https://example.com/banners/national-day.png',
    titleEn: 'National Day',
    titleAr: 'اليوم الوطني',
  }),
  flag('instalments', false, 'Paying in four parts; waits for the contract.', { parts: 4, minimumTotal: 200 }),
  flag('new_checkout', true, 'One page in place of three, for some.', { percentage: 25 }),
  flag('ratings_prompt', true, 'Asks for stars after an order.', { afterOrders: 3, everyDays: 30 }),
  flag('search_v2', true, 'Search that knows spellings.', { synonyms: true, limit: 50 }),
  flag('voice_search', false, 'Not before the new year.', null),
];

const DRIVER: readonly DemoFlag[] = [
  flag('auto_accept', false, 'Takes near offers by itself.', { radiusMetres: 800 }),
  flag('batching', true, 'Two orders on one way.', { maximumOrders: 2, detourMinutes: 6 }),
  flag('cash_limit', true, 'No cash orders above a sum in hand.', { limit: 1_000, currency: 'SAR' }),
  flag('chat', true, 'Writing to the customer.', { quickReplies: ['On my way', 'أنا عند الباب'] }),
  flag('earnings_by_day', true, 'The weekly sum by day.', null),
  flag('heat_map', false, 'Where orders are likely.', { cells: 64, refreshMinutes: 15 }),
  flag('location_interval', true, 'How often the place is sent.', { movingSeconds: 5, standingSeconds: 60 }),
  flag('navigation_apps', true, 'Which maps can be opened.', { apps: ['google', 'waze', 'here'] }),
  flag('offer_sound', true, 'How an offer rings.', { sound: 'oud', seconds: 20 }),
  flag('photo_proof', true, 'A photo at the door.', { required: false, maximumKilobytes: 300 }),
  flag('prayer_breaks', true, 'No offers during prayer.', { minutes: 25 }),
  flag('tips', false, 'Tips in the app.', { choices: [5, 10, 15] }),
];

/** The flags of each demo app, by slug. */
export const DEMO_FLAGS: Readonly<Record<string, readonly DemoFlag[]>> = { 'diwan-demo-shop': SHOP, 'diwan-demo-driver': DRIVER };

function flag(key: string, isEnabled: boolean, description: string, config: DemoFlag['config']): DemoFlag {
  return { key, isEnabled, description, config };
}
