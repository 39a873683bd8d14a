/** A fictitious user; last names are initials. The first two people are the company's team. */
export interface DemoPerson {
  readonly firstName: string;
  readonly lastName: string | null;
  readonly language: 'en' | 'ar';
  readonly hasEmail: boolean;
}

const TEAM: readonly DemoPerson[] = [
  { firstName: 'Diwan', lastName: 'Support', language: 'en', hasEmail: true },
  { firstName: 'فريق', lastName: 'ديوان', language: 'ar', hasEmail: true },
];

const REGULARS: readonly DemoPerson[] = [
  { firstName: 'Noura', lastName: 'S.', language: 'en', hasEmail: true },
  { firstName: 'عبدالرحمن', lastName: 'ش.', language: 'ar', hasEmail: true },
  { firstName: 'Priya', lastName: 'M.', language: 'en', hasEmail: true },
  { firstName: 'أمل', lastName: 'ق.', language: 'ar', hasEmail: false },
  { firstName: 'Bilal', lastName: 'C.', language: 'en', hasEmail: false },
  { firstName: 'ريم', lastName: 'غ.', language: 'ar', hasEmail: true },
  { firstName: 'Zoë', lastName: 'H.', language: 'en', hasEmail: true },
  { firstName: 'أبو فهد', lastName: null, language: 'ar', hasEmail: false },
  { firstName: 'Josefina', lastName: 'Ñ.', language: 'en', hasEmail: false },
  { firstName: 'هُدى', lastName: 'ب.', language: 'ar', hasEmail: true },
];

/** Users who mostly vote, in the order in which they joined. */
const OTHERS_EN =
  'Sultan A., Maryam K., Omar T., Lina, Hasan R., Grace O., Turki M., Aisha N., Marco, Dalal, Yusuf D., Anjali R., Rakan, Ines, Samir H., Mona S., Badr, Chipo, Nawaf, Leila';
const OTHERS_AR =
  'سارة ع., خالد, منيرة د., ياسر, أم خالد, فيصل م., وجدان, تركي ح., شهد, ماجد ع., لطيفة, أنس, جواهر, عبدالله س., رغد, حسين, نوف ش., مشعل, بدور, إياد';

/** All users of the demo: the team, the regular writers, and those who mostly vote. */
export const PEOPLE: readonly DemoPerson[] = [...TEAM, ...REGULARS, ...others()];

/** The number of people who write comments; the others review and vote. */
export const WRITERS = TEAM.length + REGULARS.length;

function others(): DemoPerson[] {
  const english = OTHERS_EN.split(', ');
  const arabic = OTHERS_AR.split(', ');
  return english.flatMap((name, index) => [other(name, 'en', index), other(arabic[index] ?? name, 'ar', index)]);
}

function other(name: string, language: 'en' | 'ar', index: number): DemoPerson {
  const isKunya = name.startsWith('أم ');
  const [firstName = name, ...rest] = isKunya ? [name] : name.split(' ');
  return { firstName, lastName: rest.length === 0 ? null : rest.join(' '), language, hasEmail: index % 3 === 0 };
}
