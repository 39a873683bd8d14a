import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { DatabaseTls } from '../../../config/types.ts';
import { StartError, systemCode } from '../../start-error.ts';

/** The option `ssl` of mysql2. */
export interface TlsOptions {
  readonly rejectUnauthorized: boolean;
  /** Whether the certificate must name the host of the connection. */
  readonly verifyIdentity: boolean;
  readonly ca: string | undefined;
  readonly cert: string | undefined;
  readonly key: string | undefined;
}

/** Reads the PEM files of these settings. @throws StartError that names the setting whose file cannot be used */
export function tlsOptions({ mode, caFile, certFile, keyFile }: DatabaseTls): TlsOptions {
  const ca = readPem('DATABASE_CA_FILE', caFile, assertCertificates);
  const cert = readPem('DATABASE_CERT_FILE', certFile, assertCertificates);
  const key = readPem('DATABASE_KEY_FILE', keyFile, (pem) => void createPrivateKey(pem));
  if (cert !== undefined && key !== undefined && !new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
    throw new StartError('DATABASE_KEY_FILE: the key does not belong to the certificate of DATABASE_CERT_FILE: set the files of one pair.');
  return { rejectUnauthorized: mode !== 'required', verifyIdentity: mode === 'verify-identity', ca, cert, key };
}

/** A wrong file must stop the start: the driver reads it only when a connection is open, where its error would end the process. */
function readPem(setting: string, file: string | null, assertUsable: (pem: string) => void): string | undefined {
  if (file === null) return undefined;
  const pem = read(setting, file);
  try {
    assertUsable(pem);
    return pem;
  } catch {
    // the cause may quote a key
    const content = setting === 'DATABASE_KEY_FILE' ? 'a private key in PEM format, without a passphrase' : 'certificates in PEM format';
    throw new StartError(`${setting}: the file ${file} is not usable: it must contain ${content}.`);
  }
}

function read(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`${setting}: the file ${file} cannot be read (${systemCode(error)}): check its path and its permissions.`);
  }
}

/** Checks each certificate, because OpenSSL ignores all that follow an invalid one. */
function assertCertificates(pem: string): void {
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0) throw new Error('no certificate');
  for (const certificate of certificates) new X509Certificate(certificate);
}
