import { accept, type Reader, refuse } from './readers.ts';

/** Values from examples and tutorials, in lower case and without punctuation. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  ...['secret', 'secretkey', 'mysecret', 'mysecretkey', 'supersecret', 'supersecretkey', 'topsecret', 'yoursecret', 'yoursecretkey'],
  ...['yoursecrethere', 'yoursecretkeyhere', 'mysupersecretkey', 'mysupersecretkeypleasechangeme', 'thisisasecret', 'thisisasecretkey'],
  ...['changeme', 'changemeplease', 'pleasechangeme', 'changemenow', 'changemeinproduction', 'changethis', 'changethisinproduction'],
  ...['changeit', 'replaceme', 'replacethis', 'replacemewitharandomsecret', 'replacewitharandomsecret', 'placeholder', 'example', 'todo'],
  ...['password', 'password1', 'password123', 'passw0rd', 'passwd', 'letmein', 'letmein123', 'welcome1', 'welcome123', 'qwerty123'],
  ...['admin', 'admin123', 'admin1234', 'adminadmin', 'administrator', 'root', 'rootroot', 'test', 'testtest', 'test1234', 'default'],
  ...['token', 'apikey', 'yourapikey', 'yourapikeyhere', 'adminapikey', 'metricstoken', 'tokenformetrics', 'pepper', 'otppepper', 'diwan'],
  ...['12345678', '123456789', '1234567890', '0123456789abcdef', '1234567890abcdef', '1234567890123456'],
  ...['0123456789abcdef0123456789abcdef', '12345678901234567890123456789012', 'abcdefghijklmnopqrstuvwxyz', 'none', 'null', 'undefined'],
]);
/** Far more than any strength needs; a longer text is a file by mistake. */
const MAX_LENGTH = 512;
const ADVICE = 'expected a random value, such as `openssl rand -base64 32` prints, not a placeholder';

/** A secret that travels in a header or keys a digest: visible ASCII, at least `minLength` characters, not a known placeholder. */
export function secret(minLength: number): Reader<string> {
  return (text) => {
    if (!/^[\x21-\x7e]+$/.test(text)) return refuse('expected visible ASCII characters without spaces');
    if (text.length < minLength || text.length > MAX_LENGTH) return refuse(`expected ${minLength} to ${MAX_LENGTH} characters`);
    return isPlaceholder(text) ? refuse(ADVICE) : accept(text);
  };
}

/** Outside production a short pepper is accepted, a placeholder never. */
export function pepper(minLength: number): Reader<string> {
  return (text, production) => secret(production ? minLength : 1)(text, production);
}

/** 8 to 128 code points, as typed. */
export const password: Reader<string> = (text) => {
  const length = [...text.normalize('NFC')].length;
  if (length < 8 || length > 128) return refuse('expected 8 to 128 characters');
  return isPlaceholder(text) ? refuse('expected a password that is not a placeholder') : accept(text);
};

/** A credential that a provider issued: the provider decides on its strength, but it has to fit into a header. */
export const issued: Reader<string> = (text) =>
  /^[\x21-\x7e]+$/.test(text) ? accept(text) : refuse('expected visible ASCII characters without spaces');

function isPlaceholder(text: string): boolean {
  return PLACEHOLDERS.has(text.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}
