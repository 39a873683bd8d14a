import { VARIABLES, type Values } from './variables.ts';

type Name = keyof Values;

const WHATSAPP: readonly Name[] = ['WHATSAPP_API_URL', 'WHATSAPP_PHONE_NUMBER_ID', 'WHATSAPP_TOKEN', 'WHATSAPP_TEMPLATE'];
const SMS: readonly Name[] = ['SMS_API_URL', 'SMS_ACCOUNT_SID', 'SMS_AUTH_TOKEN', 'SMS_FROM'];
/** The settings that MESSAGING_FILE replaces. */
export const SENDING: readonly Name[] = ['OTP_CHANNELS', ...WHATSAPP, ...SMS];

export interface RuleInput {
  /** Without the variables that have faults of their own. */
  readonly values: Partial<Values>;
  readonly production: boolean;
  readonly isSet: (name: Name) => boolean;
  /** The variables that MESSAGING_FILE refers to; null without the file. */
  readonly references: readonly string[] | null;
}

/**
 * Faults between variables: two ways to send codes, partly set groups, a channel without its provider, the console channel in production,
 * TLS files without TLS.
 */
export function ruleFaults(input: RuleInput): string[] {
  const { references } = input;
  return [
    ...publicUrlFaults(input),
    ...(references === null ? channelFaults(input) : replacedFaults(input, references)),
    ...groupFaults(input, ['ADMIN_USERNAME', 'ADMIN_PASSWORD'], null),
    ...groupFaults(input, ['SMTP_URL', 'MAIL_FROM'], null),
    ...groupFaults(input, ['DATABASE_CERT_FILE', 'DATABASE_KEY_FILE'], null),
    ...tlsFaults(input),
  ];
}

function channelFaults(input: RuleInput): string[] {
  const channels = input.values.OTP_CHANNELS ?? [];
  return [
    ...consoleFaults(input),
    ...groupFaults(input, WHATSAPP, channels.includes('whatsapp') ? 'OTP_CHANNELS contains whatsapp' : null),
    ...groupFaults(input, SMS, channels.includes('sms') ? 'OTP_CHANNELS contains sms' : null),
  ];
}

/** Two ways to send codes would leave open which one counts. A variable that the file refers to is part of it. */
function replacedFaults({ isSet }: RuleInput, references: readonly string[]): string[] {
  const unused = SENDING.filter((name) => isSet(name) && !references.includes(name));
  return unused.map((name) => `${name}: contradicts MESSAGING_FILE; expected only one of them, or env:${name} in the file`);
}

function consoleFaults({ values, production }: RuleInput): string[] {
  if (!production || values.OTP_CHANNELS?.includes('console') !== true) return [];
  return ['OTP_CHANNELS: console is refused in production, where it would print codes into the log; expected whatsapp, sms or both'];
}

/** A link that sets a password must not travel in clear. */
function publicUrlFaults({ values, production }: RuleInput): string[] {
  if (!production || values.PUBLIC_URL?.startsWith('http://') !== true) return [];
  return ['PUBLIC_URL: http:// is refused in production; expected an https:// address'];
}

/** A file without a mode that uses it would give a false sense of security. */
function tlsFaults({ values, isSet }: RuleInput): string[] {
  const { DATABASE_URL: url } = values;
  // another fault names it
  if (url === undefined) return [];
  const mode = url?.engine === 'mysql' ? url.sslMode : 'disabled';
  const isVerified = mode === 'verify-ca' || mode === 'verify-identity';
  const faults: string[] = [];
  if (isSet('DATABASE_CA_FILE') && !isVerified)
    faults.push('DATABASE_CA_FILE: has no effect without a check; expected ssl-mode=verify-identity or verify-ca in DATABASE_URL');
  if (isSet('DATABASE_CERT_FILE') && mode === 'disabled')
    faults.push('DATABASE_CERT_FILE: has no effect without TLS; expected ssl-mode=required, verify-ca or verify-identity in DATABASE_URL');
  if (mode === 'verify-ca' && !isSet('DATABASE_CA_FILE'))
    faults.push(
      'DATABASE_CA_FILE: required, because ssl-mode=verify-ca would accept a certificate of any public CA; ' +
        `expected ${VARIABLES.DATABASE_CA_FILE.meaning}`,
    );
  return faults;
}

/**
 * All of a group are set or none. A variable with a default does not belong to one. `chosen` is the reason why all must be set, if there is
 * one.
 */
function groupFaults({ isSet }: RuleInput, group: readonly Name[], chosen: string | null): string[] {
  const present = group.find(isSet);
  const reason = chosen ?? (present === undefined ? null : `${present} is set`);
  if (reason === null) return [];
  return group.filter((name) => !isSet(name)).map((name) => `${name}: required, because ${reason}; expected ${VARIABLES[name].meaning}`);
}
