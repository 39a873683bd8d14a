import { defineCommand } from '../../command.ts';
import { usageError } from '../../errors/errors.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined, readId } from '../../input/arguments.ts';
import { confirmSevere } from '../../input/confirm.ts';
import type { OptionValues } from '../../input/option-values.ts';
import { CONTENT_WRITERS, ERASED_CONTENT, GUARD_MODES, LOGIN_METHODS, ONE_PER_AUTHOR, type ProjectChanges, RESETS } from './fields.ts';

type SettingsChanges = NonNullable<ProjectChanges['settings']>;

interface SetOptions {
  readonly id: number;
  readonly changes: ProjectChanges;
  readonly confirm: string | undefined;
}

export default defineCommand<SetOptions>({
  parse({ args: [id], options }) {
    const settings = settingsOf(options);
    const changes = omitUndefined({
      name: options.text('name'),
      isActive: options.either('active', 'inactive'),
      settings: Object.keys(settings).length === 0 ? undefined : settings,
    });
    if (Object.keys(changes).length === 0)
      throw usageError('Nothing to change: no option was given.', 'list the options: `diwan projects set --help`');
    return { id: readId(id), changes, confirm: options.text('confirm') };
  },
  async run(context, { id, changes, confirm }) {
    if (changes.isActive === false)
      await confirmSevere(context, {
        slug: String(id),
        consequence: 'The server will refuse all users of the project.',
        given: confirm,
      });
    const { api, print } = context;
    const project = await unwrap((await api()).PUT('/api/v1/admin/projects/{id}', { params: { path: { id } }, body: changes }));
    print.done(changes.isActive === false ? `Project ${id} is inactive.` : `Project ${id} changed.`, project);
  },
});

function settingsOf(options: OptionValues): SettingsChanges {
  const registration = options.text('registration');
  const requireTotp = options.text('requireTotp');
  const onePerAuthor = options.choices('onePerAuthor', ONE_PER_AUTHOR);
  const { otp, phone, notices } = resettableOf(options);
  return omitUndefined({
    loginMethods: options.choices('loginMethods', LOGIN_METHODS),
    registration: registration === undefined ? undefined : registration === 'on',
    otp: Object.keys(otp).length === 0 ? undefined : otp,
    phone: Object.keys(phone).length === 0 ? undefined : phone,
    notices: Object.keys(notices).length === 0 ? undefined : notices,
    contentWriters: options.choice('contentWriters', CONTENT_WRITERS),
    onePerAuthor: onePerAuthor === undefined ? undefined : itemTypesOf(onePerAuthor),
    autoHideReports: options.number('autoHideReports'),
    blockedWords: options.texts('blockedWords'),
    languages: options.texts('languages'),
    requireTotp: requireTotp === undefined ? undefined : requireTotp === 'on',
    accountDeletionDays: options.number('deletionDays'),
    erasedContent: options.choice('erasedContent', ERASED_CONTENT),
  });
}

function itemTypesOf(words: readonly (typeof ONE_PER_AUTHOR)[number][]): SettingsChanges['onePerAuthor'] {
  if (words.includes('none') && words.length > 1) throw usageError('--one-per-author accepts item types or none, not both.');
  return words.filter((word) => word !== 'none');
}

/** Settings that --reset sets to null, which returns them to the default. */
function resettableOf(options: OptionValues): Required<Pick<SettingsChanges, 'otp' | 'phone' | 'notices'>> {
  const given = {
    'otp-length': options.number('otpLength'),
    'otp-ttl': options.number('otpTtl'),
    'otp-guard': options.choice('otpGuard', GUARD_MODES),
    'otp-guard-scale': options.number('otpGuardScale'),
    'otp-cap': options.number('otpCap'),
    'sms-android-hash': options.text('smsAndroidHash'),
    'sms-web-domain': options.text('smsWebDomain'),
    'phone-countries': countriesOf(options, 'phoneCountries'),
    'blocked-countries': countriesOf(options, 'blockedCountries'),
    'notices-to': addressesOf(options.texts('noticesTo')),
  } as const satisfies Readonly<Record<(typeof RESETS)[number], unknown>>;
  const reset = options.choices('reset', RESETS) ?? [];
  const both = reset.find((name) => given[name] !== undefined);
  if (both !== undefined) throw usageError(`--${both} and --reset ${both} contradict each other.`, 'give only one of them');
  const changeOf = <N extends keyof typeof given>(name: N): (typeof given)[N] | null => (reset.includes(name) ? null : given[name]);
  const sms = omitUndefined({ androidHash: changeOf('sms-android-hash'), webDomain: changeOf('sms-web-domain') });
  return {
    otp: omitUndefined({
      length: changeOf('otp-length'),
      ttlSeconds: changeOf('otp-ttl'),
      guard: changeOf('otp-guard'),
      guardScale: changeOf('otp-guard-scale'),
      capPerDay: changeOf('otp-cap'),
      sms: Object.keys(sms).length === 0 ? undefined : sms,
    }),
    phone: omitUndefined({ countries: changeOf('phone-countries'), blockedCountries: changeOf('blocked-countries') }),
    notices: omitUndefined({ to: changeOf('notices-to') }),
  };
}

function countriesOf(options: OptionValues, name: string): string[] | undefined {
  return options.texts(name)?.map((country) => country.toUpperCase());
}

function addressesOf(words: string[] | undefined): string[] | undefined {
  if (words === undefined || !words.includes('none')) return words;
  if (words.length > 1) throw usageError('--notices-to accepts addresses or none, not both.');
  return [];
}
