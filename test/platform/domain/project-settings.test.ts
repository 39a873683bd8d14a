import assert from 'node:assert/strict';
import { effectiveSettings, mergeSettings } from '../../server/platform/project-settings.ts';

const SERVER = { length: 6, ttlSeconds: 300 };

describe('project settings', () => {
  it('are the defaults until a project sets something', () => {
    assert.deepEqual(effectiveSettings({}, SERVER), {
      loginMethods: ['phone_password', 'phone_otp', 'username_password'],
      registration: true,
      otp: SERVER,
      contentWriters: 'authenticated',
      onePerAuthor: [],
      languages: ['en', 'ar'],
    });
  });

  it('follow the server in what the project leaves open', () => {
    assert.deepEqual(effectiveSettings({ otp: { length: 4 } }, { length: 8, ttlSeconds: 60 }).otp, { length: 4, ttlSeconds: 60 });
  });

  it('are merged key by key, in otp too; lists are replaced', () => {
    const stored = mergeSettings(
      { registration: false, languages: ['en', 'ar'], otp: { length: 4 } },
      { languages: ['ar'], otp: { ttlSeconds: 60 } },
    );
    assert.deepEqual(stored, { registration: false, languages: ['ar'], otp: { length: 4, ttlSeconds: 60 } });
  });

  it('take null in otp as "the value of the server"', () => {
    assert.deepEqual(mergeSettings({ otp: { length: 4, ttlSeconds: 60 } }, { otp: { length: null } }), { otp: { ttlSeconds: 60 } });
    assert.deepEqual(mergeSettings({ otp: { length: 4 } }, { otp: { length: null } }), {});
  });

  it('are left as they are by an empty change', () => {
    assert.deepEqual(mergeSettings({ registration: false, otp: { length: 4 } }, {}), { registration: false, otp: { length: 4 } });
  });
});
