import { createHash } from 'node:crypto';
import { byTime, isArabic, momentOf, pick, type Random, someDay } from './arrange.ts';
import type { Demo } from './demo.ts';
import { searchKey } from './fold.ts';
import { type DemoPerson, PEOPLE, WRITERS } from './people.ts';
import type { Store } from './store.ts';

export interface DemoUser {
  readonly id: string;
  readonly language: 'en' | 'ar';
  readonly createdAt: Date;
}

export interface DemoUsers {
  /** The users of the company: in English and in Arabic. */
  readonly team: { readonly en: string; readonly ar: string };
  /** All other users. */
  readonly people: readonly DemoUser[];
}

/** The first phone number of the demo; the others follow. No real number begins like this. */
const FIRST_PHONE = 15_550_100_101;

/** Inserts users with phones: team and regulars joined in the first days, the others later. */
export async function seedUsers({ store, random, end }: Demo): Promise<DemoUsers> {
  const users: DemoUser[] = [];
  for (const [index, person] of PEOPLE.entries()) {
    const createdAt = momentOf(random, end, index < WRITERS ? 181 - Math.floor(index / 3) : someDay(random, 174, 40));
    const id = uuidOf(`diwan demo user ${index}`);
    await insertUser(store, { ...person, id, createdAt, phone: `+${FIRST_PHONE + index}` });
    users.push({ id, language: person.language, createdAt });
  }
  const [english, arabic, ...people] = users;
  return { team: { en: english?.id ?? '', ar: arabic?.id ?? '' }, people: people.sort(byTime) };
}

/** A user who had joined by that time, writes the language of the text, and is not in `except`. */
export function someUser(
  random: Random,
  users: readonly DemoUser[],
  { at, text = null, except = [] }: { at: Date; text?: string | null; except?: Iterable<string> },
): DemoUser {
  const excepted = new Set(except);
  const present = users.filter(({ id, createdAt }) => createdAt < at && !excepted.has(id));
  return pick(
    random,
    present.filter(({ language }) => text === null || (language === 'ar') === isArabic(text)),
  );
}

async function insertUser(store: Store, user: DemoPerson & { id: string; phone: string; createdAt: Date }): Promise<void> {
  const { id, phone, firstName, lastName, language, createdAt } = user;
  const email = user.hasEmail ? `demo.${phone.slice(-3)}@example.com` : null;
  const key = searchKey(firstName, lastName, email);
  const words = key.split(/\s+/);
  await store.insert('users', {
    id,
    phone,
    phone_key: phone,
    email,
    email_key: email,
    role: 'customer',
    status: 'active',
    first_name: firstName,
    last_name: lastName,
    search_key: key,
    search_key2: words.slice(1).join(' '),
    search_key3: words.slice(2).join(' '),
    search_key4: words.slice(3).join(' '),
    search_key_end: words.at(-1) ?? null,
    phone_tail: [...phone.slice(1)].reverse().join(''),
    language,
    notifications: true,
    phone_verified: true,
    created_at: createdAt,
    updated_at: createdAt,
  });
}

/** A UUID that is the same on every machine. */
function uuidOf(name: string): string {
  const digits = createHash('sha256').update(name).digest('hex');
  return [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`, digits.slice(20, 32)].join('-');
}
