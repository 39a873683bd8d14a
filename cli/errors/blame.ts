import type { Command } from 'commander';
import { CliError, EXIT } from './errors.ts';

/** The options and arguments that fill a field of the API, where the names differ. */
const OPTIONS_OF_FIELD: Readonly<Record<string, readonly string[]>> = {
  announceFrom: ['announce'],
  apps: ['app'],
  conditions: ['when'],
  endAt: ['end'],
  estimatedEnd: ['until'],
  expiresAt: ['expires'],
  flagKey: ['key'],
  from: ['since'],
  ids: ['testers'],
  isActive: ['active', 'inactive'],
  isEnabled: ['on', 'off'],
  isForce: ['force'],
  linkedPostIds: ['post'],
  messageAr: ['ar'],
  messageEn: ['en'],
  minVersion: ['min'],
  operatorId: ['id'],
  otherwise: ['set'],
  max: ['versions'],
  password: ['passwordStdin', 'askPassword'],
  q: ['search'],
  reason: ['note'],
  requires: ['set'],
  rules: ['set'],
  scopes: ['scope'],
  segment: ['testersSegment'],
  'settings.otp.length': ['otpLength'],
  'settings.otp.ttlSeconds': ['otpTtl'],
  startAt: ['start', 'set'],
  stopAt: ['stop', 'set'],
  targeting: ['set'],
  to: ['until'],
  valueType: ['type'],
  variants: ['set'],
  versionCode: ['code'],
  versionName: ['name'],
};

/**
 * Wrong use (exit 2) instead of an error of the server (exit 1), when the server refuses a value that the command line gave. Other errors,
 * such as a refused answer to a question, stay as they are.
 */
export function blameOptions(command: Command, error: CliError): CliError {
  const { invalidFields = [], code } = error.info;
  const given = [...new Set(invalidFields.flatMap((field) => givenFor(command, field)))];
  if (given.length === 0) return error;
  const hint = code === 'validation_error' ? `correct ${given.join(' and ')}: run the command with --help` : error.info.hint;
  return new CliError({ ...error.info, exit: EXIT.usage, hint });
}

/** The options and arguments on the command line that fill a field. */
function givenFor(command: Command, field: string): string[] {
  const path = field.replace(/[[.]\d+\]?.*$/, '');
  const last = path.split('.').at(-1) ?? path;
  const names = [...(OPTIONS_OF_FIELD[path] ?? OPTIONS_OF_FIELD[last] ?? []), last];
  const options = command.options.filter((option) => {
    const name = option.attributeName();
    return names.includes(name) && command.getOptionValueSource(name) === 'cli';
  });
  const args = command.registeredArguments.filter((argument, index) => names.includes(argument.name()) && index < command.args.length);
  return [...options.map(({ long, flags }) => long ?? flags), ...args.map((argument) => `<${argument.name()}>`)];
}
