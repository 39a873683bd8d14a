import fc, { type Arbitrary } from 'fast-check';

/**
 * Text of any code points, also of half surrogates. `fc.string({ unit: 'binary' })` makes the same, but it first builds a list of all
 * code points, which takes a second.
 */
export function anyText(maxLength = 30): Arbitrary<string> {
  return fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength }).map((points) => String.fromCodePoint(...points));
}
