import assert from 'node:assert/strict';
import { ConfigError, readConfig } from '../../../server/config/read-config.ts';
import type { Environment } from '../../../server/config/types.ts';

/** A secret that is accepted everywhere. */
export const RANDOM = 'k7Qw2vXz9LmB4tRc8NfH6yJd3GpS5aUe';
export const WHATSAPP = {
  WHATSAPP_API_URL: 'https://graph.example/v23.0',
  WHATSAPP_PHONE_NUMBER_ID: '106540352242922',
  WHATSAPP_TOKEN: 'EAAJB-token',
  WHATSAPP_TEMPLATE: 'otp_code',
};
export const SMS = {
  SMS_API_URL: 'https://api.sms.example',
  SMS_ACCOUNT_SID: 'AC0123',
  SMS_AUTH_TOKEN: 'auth-token',
  SMS_FROM: '+15550100000',
};

/** The least configuration that production accepts. */
export const PRODUCTION: Environment = {
  NODE_ENV: 'production',
  DATABASE_URL: 'sqlite:/var/lib/diwan/diwan.sqlite',
  JWT_KEYS_FILE: '/etc/diwan/keys.json',
  OTP_PEPPER: RANDOM,
  OTP_CHANNELS: 'sms',
  ...SMS,
};

/** The faults of an environment; empty when it is valid. */
export function faultsOf(env: Environment): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.faults;
  }
}

/** The names of the variables at fault, sorted. */
export function faultyNames(env: Environment): string[] {
  return [...new Set(faultsOf(env).map((fault) => fault.slice(0, fault.indexOf(':'))))].sort();
}

/** The error for an environment that must be refused. */
export function thrown(env: Environment): ConfigError {
  try {
    readConfig(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error;
  }
  return assert.fail('the environment was accepted');
}
