import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { MATRIX_FILE, recordMatrix } from './matrix.ts';

describe('the authorization matrix', () => {
  it('is the one in the file matrix.json', async () => {
    const recorded: unknown = JSON.parse(readFileSync(MATRIX_FILE, 'utf8'));
    assert.deepEqual(await recordMatrix(), recorded, 'If the change is wanted, run `npm run api` and review the difference.');
  });
});
