import { usageError } from '../../errors.ts';
import { unwrap } from '../../http/client.ts';
import { verb } from '../../kit.ts';
import { given, readId } from '../arguments.ts';
import { confirmSevere } from '../confirm.ts';
import type { ONE_PER_AUTHOR, ProjectChanges, RESETS } from './fields.ts';

type SettingsChanges = NonNullable<ProjectChanges['settings']>;

interface SetOptions {
  readonly id: number;
  readonly changes: ProjectChanges;
  readonly confirm: string | undefined;
}

interface Flags extends Pick<SettingsChanges, 'loginMethods' | 'contentWriters' | 'languages'> {
  readonly name?: string;
  readonly active?: true;
  readonly inactive?: true;
  readonly confirm?: string;
  readonly registration?: 'on' | 'off';
  readonly onePerAuthor?: (typeof ONE_PER_AUTHOR)[number][];
  readonly otpLength?: number;
  readonly otpTtl?: number;
  readonly reset?: (typeof RESETS)[number][];
}

export default verb<SetOptions>({
  parse({ args: [id], options }) {
    const flags = options as Flags;
    const { name, active, inactive, confirm } = flags;
    const settings = settingsOf(flags);
    const changes = given({
      name,
      isActive: inactive ? false : active,
      settings: Object.keys(settings).length === 0 ? undefined : settings,
    });
    if (Object.keys(changes).length === 0) throw usageError('There is nothing to change.', 'see `diwan projects set --help`');
    return { id: readId(id), changes, confirm };
  },
  async run(kit, { id, changes, confirm }) {
    if (changes.isActive === false)
      await confirmSevere(kit, { slug: String(id), act: 'Nobody of the project will be served any more.', given: confirm });
    const { api, print } = kit;
    const project = await unwrap((await api()).PUT('/api/v1/admin/projects/{id}', { params: { path: { id } }, body: changes }));
    print.done(changes.isActive === false ? `Project ${id} is out of service.` : `Project ${id} changed.`, project);
  },
});

function settingsOf(flags: Flags): SettingsChanges {
  const { loginMethods, registration, contentWriters, onePerAuthor, languages } = flags;
  const otp = otpOf(flags);
  return given({
    loginMethods,
    registration: registration === undefined ? undefined : registration === 'on',
    otp: Object.keys(otp).length === 0 ? undefined : otp,
    contentWriters,
    onePerAuthor: onePerAuthor === undefined ? undefined : typesOf(onePerAuthor),
    languages,
  });
}

function typesOf(words: NonNullable<Flags['onePerAuthor']>): SettingsChanges['onePerAuthor'] {
  if (words.includes('none') && words.length > 1) throw usageError('--one-per-author takes types of item, or none, not both.');
  return words.filter((word) => word !== 'none');
}

/** null gives a value back to the server. */
function otpOf({ otpLength, otpTtl, reset = [] }: Flags): NonNullable<SettingsChanges['otp']> {
  const given = { 'otp-length': otpLength, 'otp-ttl': otpTtl };
  const both = reset.find((name) => given[name] !== undefined);
  if (both !== undefined) throw usageError(`--${both} and --reset ${both} say different things.`, 'give one of them');
  const length = reset.includes('otp-length') ? null : otpLength;
  const ttlSeconds = reset.includes('otp-ttl') ? null : otpTtl;
  return { ...(length === undefined ? {} : { length }), ...(ttlSeconds === undefined ? {} : { ttlSeconds }) };
}
