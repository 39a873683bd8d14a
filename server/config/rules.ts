import { VARIABLES, type Values } from './variables.ts';

type Name = keyof Values;

const WHATSAPP: readonly Name[] = ['WHATSAPP_API_URL', 'WHATSAPP_PHONE_NUMBER_ID', 'WHATSAPP_TOKEN', 'WHATSAPP_TEMPLATE'];
const SMS: readonly Name[] = ['SMS_API_URL', 'SMS_ACCOUNT_SID', 'SMS_AUTH_TOKEN', 'SMS_FROM'];

export interface Surroundings {
  /** Without the variables that are faulty already. */
  readonly values: Partial<Values>;
  readonly production: boolean;
  readonly isSet: (name: Name) => boolean;
}

/** The faults that no variable shows alone: groups set by half, a channel without its provider, the console in production. */
export function ruleFaults(around: Surroundings): string[] {
  const channels = around.values.OTP_CHANNELS ?? [];
  return [
    ...consoleFaults(around),
    ...groupFaults(around, WHATSAPP, channels.includes('whatsapp') ? 'OTP_CHANNELS contains whatsapp' : null),
    ...groupFaults(around, SMS, channels.includes('sms') ? 'OTP_CHANNELS contains sms' : null),
    ...groupFaults(around, ['ADMIN_USERNAME', 'ADMIN_PASSWORD'], null),
    ...groupFaults(around, ['SMTP_URL', 'MAIL_FROM'], null),
  ];
}

function consoleFaults({ values, production }: Surroundings): string[] {
  if (!production || values.OTP_CHANNELS?.includes('console') !== true) return [];
  return ['OTP_CHANNELS: console is refused in production, where it would print codes into the log; expected whatsapp, sms or both'];
}

/** All of a group or none of it; `chosen` is the reason why all of it is needed. */
function groupFaults({ isSet }: Surroundings, group: readonly Name[], chosen: string | null): string[] {
  const present = group.find(isSet);
  const reason = chosen ?? (present === undefined ? null : `${present} is set`);
  if (reason === null) return [];
  return group.filter((name) => !isSet(name)).map((name) => `${name}: required, because ${reason}; expected ${VARIABLES[name].meaning}`);
}
