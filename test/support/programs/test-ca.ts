import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The paths of PEM files. */
export interface ServerCertificate {
  readonly caFile: string;
  readonly certFile: string;
  readonly keyFile: string;
}

export interface TestCa {
  readonly caFile: string;
  /** A certificate of this CA for one host, with its own key. */
  issue(host: string): ServerCertificate;
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** A fresh certificate authority, whose files are in a new folder below `parent`. */
export function createTestCa(parent: string): TestCa {
  const name = `ca-${randomBytes(4).toString('hex')}`;
  const folder = path.join(parent, name);
  mkdirSync(folder);
  const file = (base: string) => path.join(folder, base);
  const [caFile, caKey] = [file('ca.pem'), file('ca.key')];
  openssl('req', '-x509', ...NEW_KEY, '-days', '2', '-subj', `/CN=${name}`, '-keyout', caKey, '-out', caFile);
  return {
    caFile,
    issue(host) {
      const [certFile, keyFile, request, extensions] = [file(`${host}.pem`), file(`${host}.key`), file(`${host}.csr`), file(`${host}.ext`)];
      writeFileSync(extensions, `subjectAltName=DNS:${host}\n`);
      openssl('req', ...NEW_KEY, '-subj', `/CN=${host}`, '-keyout', keyFile, '-out', request);
      const signer = ['-CA', caFile, '-CAkey', caKey, '-CAcreateserial', '-days', '2', '-extfile', extensions];
      openssl('x509', '-req', '-in', request, ...signer, '-out', certFile);
      return { caFile, certFile, keyFile };
    },
  };
}

function openssl(...args: readonly string[]): void {
  execFileSync('openssl', args, { stdio: 'pipe' });
}
