import type { PublicConfigBody } from '../../schemas/auth/public-config.ts';
import type { PublicConfig } from '../../services/auth/public-config.ts';

export function presentPublicConfig(config: PublicConfig): PublicConfigBody {
  const { projectId, settings, channels, cooldownSeconds, password, lockout } = config;
  const { loginMethods, registration, otp, phone, languages } = settings;
  return {
    projectId,
    loginMethods: [...loginMethods],
    registration,
    otp: { length: otp.length, ttlSeconds: otp.ttlSeconds, channels: [...channels], cooldownSeconds: [...cooldownSeconds] },
    password: { minLength: password.minLength, maxLength: password.maxLength },
    lockout: { attempts: lockout.attempts, seconds: lockout.seconds },
    phone: { countries: phone.countries === null ? null : [...phone.countries], blockedCountries: [...phone.blockedCountries] },
    languages: [...languages],
  };
}
