import { createPublicKey, sign } from 'node:crypto';
import { ecPrivateKey } from '../ec-keys.ts';

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
/** ecdsa-with-SHA256 */
const SIGNATURE_ALGORITHM = der(SEQUENCE, Buffer.from('06082a8648ce3d040302', 'hex'));
const COMMON_NAME = Buffer.from('0603550403', 'hex');

/** A key and a self-signed certificate. */
export function selfSigned(host: string): { key: string; cert: string } {
  const privateKey = ecPrivateKey();
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from(host)))));
  const validity = der(SEQUENCE, der(UTC_TIME, Buffer.from('250101000000Z')), der(UTC_TIME, Buffer.from('491231235959Z')));
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const content = der(SEQUENCE, der(INTEGER, Buffer.from([1])), SIGNATURE_ALGORITHM, name, validity, name, spki);
  const signature = der(BIT_STRING, Buffer.from([0]), sign('sha256', content, privateKey));
  const lines =
    der(SEQUENCE, content, SIGNATURE_ALGORITHM, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOctets(content.length)]), content]);
}

function lengthOctets(length: number): number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}
