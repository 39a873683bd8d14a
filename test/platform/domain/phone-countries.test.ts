import assert from 'node:assert/strict';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { countryOf, isPhoneCountry, mayReceiveCodes } from '../../../server/domain/phone.ts';

const ANYWHERE = { countries: null, blockedCountries: [] };
const COSTLY: readonly (readonly [string, string])[] = [
  ['Inmarsat', '+87077312345'],
  ['an international network', '+88213300655'],
  ['Iridium', '+881612345678'],
  ['Thuraya', '+8821612345678'],
  ['an international network of 883', '+883510012345'],
  ['the United Nations', '+88812345678'],
  ['personal numbers of no country', '+87812345678901'],
  ['premium rate of no country', '+979123456789'],
  ['premium rate in the United States', '+19005551234'],
  ['premium rate in Great Britain', '+449012345678'],
  ['personal numbers in Great Britain', '+447012345678'],
  ['pagers in Great Britain', '+447640123456'],
  ['toll free in the United States', '+18002345678'],
  ['toll free of no country', '+80012345678'],
  ['shared cost of no country', '+80812345678'],
  ['UAN in Saudi Arabia', '+966920012345'],
];

describe('where codes may go', () => {
  for (const [name, phone] of COSTLY) it(`is never a number of ${name}`, () => assert.equal(mayReceiveCodes(phone, ANYWHERE), false));

  it('is every mobile number and every unknown prefix', () => {
    for (const phone of ['+966501234567', '+971501234567', '+201001234567', '+15550100001', '+491511234567', '+447911123456'])
      assert.equal(mayReceiveCodes(phone, ANYWHERE), true, phone);
  });

  it('is only the countries of a list, without the blocked', () => {
    const gulf = { countries: ['SA', 'AE'], blockedCountries: ['AE'] };
    assert.equal(mayReceiveCodes('+966501234567', gulf), true);
    assert.equal(mayReceiveCodes('+971501234567', gulf), false);
    assert.equal(mayReceiveCodes('+201001234567', gulf), false);
    assert.equal(mayReceiveCodes('+19005551234', { countries: ['US'], blockedCountries: [] }), false);
  });

  it('is the main country where the plan knows none', () => {
    assert.equal(countryOf('+15550100001'), 'US');
    assert.equal(countryOf('+14165550123'), 'CA');
    assert.equal(countryOf('+881612345678'), null);
    assert.equal(mayReceiveCodes('+15550100001', { countries: ['US'], blockedCountries: [] }), true);
  });

  it('has a main country for every calling code', () => {
    for (const country of getCountries()) {
      const main = countryOf(`+${getCountryCallingCode(country)}0`) ?? countryOf(`+${getCountryCallingCode(country)}999999`);
      assert.notEqual(main, null, country);
    }
  });

  it('knows the countries that have phone numbers', () => {
    assert.deepEqual(['SA', 'XX', 'AQ', 'sa', 'SAU'].map(isPhoneCountry), [true, false, false, false, false]);
  });
});
