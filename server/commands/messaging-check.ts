import { parseArgs } from 'node:util';
import { loadEnvironment } from '../config/load-env-file.ts';
import { readConfig } from '../config/read-config.ts';
import { countryOf, mayReceiveCodes, requirePhone } from '../domain/phone.ts';
import { createOtpDelivery } from '../platform/messaging/delivery.ts';
import { messagingFaults, readMessaging } from '../platform/messaging/routes/read-messaging.ts';
import { findRoute } from '../platform/messaging/routes/route.ts';
import { createLogger } from '../platform/observe/logger.ts';

/** The entry point of `npm run messaging:check`. */

const HELP = `Checks how codes are sent, and says which route a number takes.

Usage: npm run messaging:check -- --to PHONE [options]

  --to PHONE       the number, with its country code
  --project ID     the project; by default DEFAULT_PROJECT_ID
  --send           send the code 123456 to the number, which costs what a message costs
  --language CODE  en or ar, for --send; en by default
  --help           show this text

Examples:
  npm run messaging:check -- --to +966501234567
  npm run messaging:check -- --to +966501234567 --project 12 --send

Without --send nothing is sent. The settings are those of the environment and of .env.
`;

const TEXT = { type: 'string' } as const;
const SWITCH = { type: 'boolean', default: false } as const;
const OPTIONS = { to: TEXT, project: TEXT, language: TEXT, send: SWITCH, help: SWITCH } as const;
const TRIED_CODE = '123456';
/** A number belongs to no project here, so the text is that of a project without a phone app and page. */
const NO_LINES = { androidHash: null, webDomain: null };

try {
  process.stdout.write(await run());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function run(): Promise<string> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) return HELP;
  if (values.to === undefined) throw new Error('A number is missing: give it with --to, such as --to +966501234567.');
  const config = readConfig(loadEnvironment(), messagingFaults);
  const phone = requirePhone(values.to, '--to');
  const projectId = values.project === undefined ? config.defaultProjectId : Number(values.project);
  if (!Number.isSafeInteger(projectId) || projectId < 1) throw new Error('--project must be the id of a project, such as 11.');
  const country = countryOf(phone);
  const isAllowed = mayReceiveCodes(phone, { countries: null, blockedCountries: [] });
  if (values.send && !isAllowed)
    throw new Error(`No code is ever sent to ${phone}: leave --send out, or give the number of a mobile phone.`);
  const { routes } = readMessaging(config);
  const route = findRoute(routes, { projectId, country });
  const lines = [
    `${phone} is a number of ${country ?? 'no country'}.`,
    ...(isAllowed ? [] : ['No code is ever sent to such a number.']),
    `Route ${routes.indexOf(route) + 1} of ${routes.length} of ${config.messaging.source} takes it, in project ${projectId}:`,
    ...route.channels.map(({ provider, sender }, index) => `  ${index + 1}. ${provider}${sender === null ? '' : ` as ${sender}`}`),
  ];
  if (!values.send) return `${[...lines, 'Nothing was sent: --send sends a code.'].join('\n')}\n`;
  const language = values.language === 'ar' ? 'ar' : 'en';
  const { ttlSeconds } = config.otp;
  const delivery = createOtpDelivery(config, createLogger(config.logLevel, false).log);
  const { provider } = await delivery.send({ projectId, phone, country, code: TRIED_CODE, language, ttlSeconds, sms: NO_LINES });
  return `${[...lines, `${provider} accepted the code ${TRIED_CODE}.`].join('\n')}\n`;
}
