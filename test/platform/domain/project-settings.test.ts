import assert from 'node:assert/strict';
import { effectiveSettings, mergeSettings } from '../../../server/domain/project-settings.ts';

const NO_LINES = { androidHash: null, webDomain: null };
const SERVER = { length: 6, ttlSeconds: 300, guard: 'record' } as const;

describe('project settings', () => {
  it('have defaults until a project sets them', () => {
    assert.deepEqual(effectiveSettings({}, SERVER), {
      loginMethods: ['phone_password', 'phone_otp', 'username_password'],
      registration: true,
      otp: { ...SERVER, guardScale: 1, capPerDay: null, sms: NO_LINES },
      phone: { countries: null, blockedCountries: [] },
      contentWriters: 'authenticated',
      onePerAuthor: [],
      autoHideReports: 3,
      blockedWords: [],
      languages: ['en', 'ar'],
      requireTotp: false,
      accountDeletionDays: 7,
      erasedContent: 'anonymise',
      notices: { to: null },
    });
  });

  it('follow the server where the project sets nothing', () => {
    const { otp } = effectiveSettings({ otp: { length: 4 } }, { length: 8, ttlSeconds: 60, guard: 'enforce' });
    assert.deepEqual(otp, { length: 4, ttlSeconds: 60, guard: 'enforce', guardScale: 1, capPerDay: null, sms: NO_LINES });
  });

  it('merge phone key by key and replace its lists', () => {
    const stored = mergeSettings({ phone: { countries: ['SA'], blockedCountries: ['GB'] } }, { phone: { countries: ['AE', 'SA'] } });
    assert.deepEqual(stored, { phone: { countries: ['AE', 'SA'], blockedCountries: ['GB'] } });
    assert.deepEqual(mergeSettings(stored, { phone: { countries: null, blockedCountries: null } }), {});
  });

  it('keep an empty list of notices and drop null', () => {
    assert.deepEqual(mergeSettings({ notices: { to: ['a@example.com'] } }, { notices: { to: [] } }), { notices: { to: [] } });
    assert.deepEqual(mergeSettings({ notices: { to: [] } }, { notices: { to: null } }), {});
  });

  it('merge otp key by key and replace lists', () => {
    const stored = mergeSettings(
      { registration: false, languages: ['en', 'ar'], otp: { length: 4 } },
      { languages: ['ar'], otp: { ttlSeconds: 60 } },
    );
    assert.deepEqual(stored, { registration: false, languages: ['ar'], otp: { length: 4, ttlSeconds: 60 } });
  });

  it('return to the server value with null in otp', () => {
    assert.deepEqual(mergeSettings({ otp: { length: 4, ttlSeconds: 60 } }, { otp: { length: null } }), { otp: { ttlSeconds: 60 } });
    assert.deepEqual(mergeSettings({ otp: { length: 4 } }, { otp: { length: null } }), {});
  });

  it('merge the lines of an SMS key by key', () => {
    const stored = mergeSettings(
      { otp: { sms: { androidHash: 'FA+9qCX9VSu' } } },
      { otp: { length: 4, sms: { webDomain: 'example.com' } } },
    );
    assert.deepEqual(stored, { otp: { length: 4, sms: { androidHash: 'FA+9qCX9VSu', webDomain: 'example.com' } } });
    assert.deepEqual(mergeSettings(stored, { otp: { sms: { androidHash: null } } }).otp?.sms, { webDomain: 'example.com' });
    assert.deepEqual(mergeSettings(stored, { otp: { length: null, sms: null } }), {});
  });

  it('stay unchanged by an empty change', () => {
    assert.deepEqual(mergeSettings({ registration: false, otp: { length: 4 } }, {}), { registration: false, otp: { length: 4 } });
  });
});
