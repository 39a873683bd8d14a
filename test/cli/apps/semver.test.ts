import assert from 'node:assert/strict';
import { isAbove } from '../../../cli/commands/versions/semver.ts';

describe('the order of versions', () => {
  it('follows the rules of semantic versioning', () => {
    const rising = [
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0',
      '1.9.0',
      '1.10.0',
      '10.0.0',
    ];
    const above = rising.slice(1).map((version, index) => [isAbove(version, rising[index] ?? ''), isAbove(rising[index] ?? '', version)]);
    assert.deepEqual(
      above,
      rising.slice(1).map(() => [true, false]),
    );
    assert.equal(isAbove('1.0.0+2', '1.0.0+1'), false);
  });
});
