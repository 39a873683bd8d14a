import assert from 'node:assert/strict';
import Joi, { type ObjectSchema, type Schema } from 'joi';
import { checkValue } from '../../../server/platform/http/input/validate.ts';
import { servedRows } from '../../support/documents/inventory.ts';
import { CODE_SPELLINGS, INVISIBLE_SIGNS } from '../../support/requests/spellings.ts';

/** A field of the body of an endpoint, such as `notes.ar`. */
interface Field {
  readonly key: string;
  readonly address: string;
  readonly schema: Schema;
  /** A body that has the field as `it`. */
  readonly body: ObjectSchema<{ it: unknown }>;
}

/** The part of `schema.describe()` that is read here. */
interface Described {
  readonly type?: string;
  readonly allow?: readonly unknown[];
  readonly keys?: Readonly<Record<string, unknown>>;
}

/** The fields of all bodies, those of nested objects too. */
const FIELDS: readonly Field[] = servedRows().flatMap(({ endpoint: { body }, method, address }) =>
  body === undefined ? [] : fieldsBelow(body, '', `${method} ${address}`),
);

function fieldsBelow(schema: Schema, path: string, address: string): Field[] {
  const { type, keys = {} } = describedAs(schema);
  if (type !== 'object') return [];
  return Object.keys(keys).flatMap((name) => {
    const child: Schema = (schema as ObjectSchema).extract(name);
    const key = path === '' ? name : `${path}.${name}`;
    const body = Joi.object<{ it: unknown }>({ it: child });
    return [{ key, address, schema: child, body }, ...fieldsBelow(child, key, address)];
  });
}

function describedAs(schema: Schema): Described {
  return schema.describe();
}

/** The value that a field keeps of another; undefined when it refuses. */
function read({ body }: Field, value: unknown): unknown {
  const checked = checkValue(body, { it: value }, 'body');
  return 'faults' in checked ? undefined : checked.value.it;
}

describe('the fields that take a one-time code', () => {
  const codes = FIELDS.filter(({ key, schema }) => /^(otp|code)$/.test(key) && describedAs(schema).type === 'string');

  it('are in the bodies of phone auth and test phones', () => {
    const count = (name: string): number => codes.filter(({ key }) => key === name).length;
    assert.ok(count('otp') >= 10 && count('code') >= 4, codes.map(({ key, address }) => `${key} of ${address}`).join('\n'));
  });

  it('read every spelling of a code', () => {
    for (const field of codes)
      for (const [name, spell] of CODE_SPELLINGS) assert.equal(read(field, spell('427719')), '427719', `${field.address}: ${name}`);
  });

  it('refuse what is no code in any spelling', () => {
    for (const field of codes)
      for (const bad of ['', ' \u200e', '\u200f', '427719\0', '4'.repeat(65), 427_719, ['427719'], null])
        assert.equal(read(field, bad), undefined, `${field.address}: ${JSON.stringify(bad)}`);
  });
});

describe('the text fields', () => {
  const texts = FIELDS.filter(({ schema }) => describedAs(schema).type === 'text');
  const blanks = [
    '',
    ' ',
    '\n\t',
    '\u00a0\u2003',
    '\u3164',
    '\uffa0',
    '\u2800',
    ...INVISIBLE_SIGNS.flatMap((sign) => [sign, ` ${sign} ${sign}`]),
  ];
  /** The texts of an app that its phones show, or that may be left out. */
  const OPTIONAL = ['changelog', 'description', 'messageAr', 'messageEn', 'notes.ar', 'notes.en'];
  const mayBeBlank = ({ key, address }: Field): boolean => address.includes('/admin/apps/') && OPTIONAL.includes(key);

  it('keep no text that shows nothing', () => {
    assert.ok(texts.length > 40, String(texts.length));
    for (const field of texts) {
      const kept = new Set(blanks.map((blank) => read(field, blank)));
      assert.deepEqual([...kept], [mayBeBlank(field) ? null : undefined], `${field.key} of ${field.address}`);
    }
  });

  it('make null of the blank texts that phones show', () => {
    assert.deepEqual([...new Set(texts.filter(mayBeBlank).map(({ key }) => key))].sort(), OPTIONAL);
  });
});
