import assert from 'node:assert/strict';
import { readConfig } from '../../../server/config/read-config.ts';
import { faultsOf, faultyNames, thrown } from '../../support/config/config-env.ts';

const BASE = 'mysql://app:Leak9vQ@db.example/diwan';
const MODES = 'disabled, required, verify-ca or verify-identity';

describe('readConfig with parameters of DATABASE_URL', () => {
  const suggestions: Readonly<Record<string, string>> = {
    ssl: 'ssl-mode',
    sslmode: 'ssl-mode',
    ssl_mode: 'ssl-mode',
    sslMode: 'ssl-mode',
    'SSL-MODE': 'ssl-mode',
    tls: 'ssl-mode',
    useSSL: 'ssl-mode',
    verifyServerCertificate: 'ssl-mode',
    trustServerCertificate: 'ssl-mode',
    'ssl-ca': 'the setting DATABASE_CA_FILE',
    sslrootcert: 'the setting DATABASE_CA_FILE',
    'ssl-cert': 'the setting DATABASE_CERT_FILE',
    'ssl-key': 'the setting DATABASE_KEY_FILE',
    connectionLimit: 'the setting DATABASE_POOL_SIZE',
    pool_size: 'the setting DATABASE_POOL_SIZE',
  };

  for (const [name, expected] of Object.entries(suggestions)) {
    it(`refuses the unknown parameter ${name} and suggests the known one`, () => {
      assert.deepEqual(faultsOf({ DATABASE_URL: `${BASE}?${name}=Leak9vQ` }), [
        `DATABASE_URL: the parameter ${name} is unknown, expected ${expected}; the only known parameter is ssl-mode, with the value ${MODES}`,
      ]);
    });
  }

  it('refuses a parameter that is like no known one', () => {
    for (const name of ['charset', 'timezone', 'allowPublicKeyRetrieval']) {
      assert.deepEqual(faultsOf({ DATABASE_URL: `${BASE}?ssl-mode=required&${name}=x` }), [
        `DATABASE_URL: the parameter ${name} is unknown; the only known parameter is ssl-mode, with the value ${MODES}`,
      ]);
    }
  });

  it('lists the modes for a wrong one', () => {
    assert.deepEqual(faultsOf({ DATABASE_URL: `${BASE}?ssl-mode=Leak9vQ` }), [`DATABASE_URL: expected ${MODES} as ssl-mode`]);
  });

  it('never prints a part of the URL', () => {
    // each has a question mark in its password that is not encoded
    for (const text of ['mysql://app:12/a?Leak9vQ=b@db/diwan', 'mysql://app:12/a?Leak9vQ@db/diwan', 'mysql://app:a?Leak9vQ@db/diwan']) {
      assert.ok(!thrown({ DATABASE_URL: text }).message.includes('Leak9vQ'), text);
    }
    assert.ok(!thrown({ DATABASE_URL: `${BASE}?Leak9vQ!=b` }).message.includes('Leak9vQ'));
  });

  it('explains why verify-identity needs a host name', () => {
    const [fault = ''] = faultsOf({ DATABASE_URL: 'mysql://app@10.0.0.1/diwan?ssl-mode=verify-identity' });
    assert.match(fault, /^DATABASE_URL: ssl-mode=verify-identity compares the certificate with the name of the host; expected a host name/);
  });
});

describe('readConfig with several hosts', () => {
  it('refuses the same host twice', () => {
    assert.deepEqual(faultsOf({ DATABASE_URL: 'mysql://app@db1,db2:3306,db1:3306/diwan' }), ['DATABASE_URL: expected each host once']);
  });
});

describe('readConfig with the files of TLS', () => {
  const url = (mode: string) => ({ DATABASE_URL: `${BASE}?ssl-mode=${mode}` });
  const pair = { DATABASE_CERT_FILE: 'cert.pem', DATABASE_KEY_FILE: 'key.pem' };

  it('accepts each file with a mode that uses it', () => {
    for (const mode of ['verify-ca', 'verify-identity'])
      assert.deepEqual(faultsOf({ ...url(mode), ...pair, DATABASE_CA_FILE: 'ca.pem' }), []);
    assert.deepEqual(faultsOf({ ...url('required'), ...pair }), []);
    assert.deepEqual(faultsOf(url('verify-identity')), []);
  });

  it('refuses a CA file that no check would use', () => {
    for (const beside of [{}, { DATABASE_URL: BASE }, { DATABASE_URL: 'sqlite:a' }, url('disabled'), url('required')]) {
      const [fault = '', ...more] = faultsOf({ ...beside, DATABASE_CA_FILE: 'ca.pem' });
      assert.match(fault, /^DATABASE_CA_FILE: has no effect .*; expected ssl-mode=verify-identity or verify-ca in DATABASE_URL$/);
      assert.deepEqual(more, []);
    }
  });

  it('refuses a client certificate without key or TLS', () => {
    assert.deepEqual(faultyNames({ ...url('required'), DATABASE_CERT_FILE: 'cert.pem' }), ['DATABASE_KEY_FILE']);
    assert.deepEqual(faultyNames({ ...url('required'), DATABASE_KEY_FILE: 'key.pem' }), ['DATABASE_CERT_FILE']);
    assert.match(faultsOf({ DATABASE_URL: BASE, ...pair })[0] ?? '', /^DATABASE_CERT_FILE: has no effect without TLS; expected ssl-mode=/);
  });

  it('refuses verify-ca without the CA of the server', () => {
    assert.match(faultsOf(url('verify-ca'))[0] ?? '', /^DATABASE_CA_FILE: required, because ssl-mode=verify-ca/);
  });

  it('ignores the pool size for the embedded database', () => {
    const { database } = readConfig({ DATABASE_URL: 'sqlite:a.sqlite', DATABASE_POOL_SIZE: '50' });
    assert.deepEqual(database, { engine: 'sqlite', path: 'a.sqlite' });
  });
});
