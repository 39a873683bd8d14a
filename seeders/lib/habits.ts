import { pick, type Random } from './arrange.ts';

type Details = Readonly<Record<string, string | number>>;

/** How people use an app in a month. */
export interface Habits {
  /** The number of users; a few of them come often. */
  readonly users: number;
  readonly visitsPerDay: number;
  /** The share of people whose phone is an iPhone. */
  readonly iosShare: number;
  /** The share of visits by people who have not signed in. */
  readonly signedOutShare: number;
  /** The weight of each hour of the day in Riyadh, for the start of visits. */
  readonly hours: readonly number[];
  /** The factor for visits on Friday and Saturday. */
  readonly weekend: number;
  /** The event types of a visit in order, each list with its weight. */
  readonly journeys: readonly (readonly [share: number, types: string])[];
  /** The data of an event, by its type. */
  readonly details: Readonly<Record<string, (random: Random) => Details>>;
}

const SHOP: Habits = {
  users: 640,
  visitsPerDay: 132,
  iosShare: 0.38,
  signedOutShare: 0.12,
  hours: [5, 3, 2, 1, 1, 1, 2, 3, 4, 5, 6, 7, 9, 9, 8, 7, 8, 9, 10, 12, 13, 13, 11, 8],
  weekend: 1.3,
  journeys: [
    [26, 'app_open screen_view'],
    [20, 'app_open search product_view product_view'],
    [14, 'push_opened app_open product_view'],
    [10, 'app_open search product_view add_to_cart'],
    [7, 'app_open screen_view product_view add_to_cart checkout_started'],
    [15, 'app_open search product_view add_to_cart checkout_started order_placed'],
    [5, 'push_opened app_open order_rated'],
    [3, 'app_open screen_view error_shown'],
  ],
  details: {
    screen_view: (random) => ({ screen: pick(random, ['home', 'stores', 'auctions', 'deals', 'profile']) }),
    search: (random) => ({ query: pick(random, ['قهوة', 'dates', 'خبز', 'milk', 'تمر', 'headphones', 'عود', 'rice']) }),
    product_view: (random) => ({ productId: 101 + Math.floor(random() * 40) }),
    push_opened: (random) => ({ campaign: pick(random, ['friday-deals', 'order-on-its-way', 'cart-reminder']) }),
    add_to_cart: (random) => ({ productId: 101 + Math.floor(random() * 40), quantity: 1 + Math.floor(random() * 3) }),
    order_placed: (random) => ({ items: 1 + Math.floor(random() * 6), total: 20 + Math.floor(random() * 280), currency: 'SAR' }),
    order_rated: (random) => ({ stars: 5 - Math.floor(random() ** 2 * 5) }),
    error_shown: (random) => ({ code: pick(random, ['payment_declined', 'no_network', 'out_of_stock']) }),
  },
};

const DRIVER: Habits = {
  users: 72,
  visitsPerDay: 44,
  iosShare: 0,
  signedOutShare: 0,
  hours: [4, 2, 1, 1, 1, 1, 2, 3, 3, 4, 6, 9, 12, 12, 9, 6, 6, 7, 9, 12, 13, 12, 9, 6],
  weekend: 1.15,
  journeys: [
    [16, 'app_open shift_started'],
    [20, 'offer_received offer_declined'],
    [38, 'offer_received offer_accepted pickup_reached order_picked_up order_delivered'],
    [4, 'offer_received offer_accepted location_lost pickup_reached order_picked_up order_delivered'],
    [14, 'shift_ended'],
    [8, 'app_open'],
  ],
  details: {
    shift_started: (random) => ({ zone: pick(random, ['olaya', 'malqa', 'naseem', 'sulimaniyah']) }),
    offer_received: (random) => ({ metres: 200 + Math.floor(random() * 4_800) }),
    offer_declined: (random) => ({ reason: pick(random, ['too_far', 'break', 'timeout']) }),
    order_delivered: (random) => ({ minutes: 12 + Math.floor(random() * 35) }),
    location_lost: (random) => ({ seconds: 20 + Math.floor(random() * 200) }),
  },
};

/** The habits of each demo app, by slug. */
export const DEMO_HABITS: Readonly<Record<string, Habits>> = { 'diwan-demo-shop': SHOP, 'diwan-demo-driver': DRIVER };
