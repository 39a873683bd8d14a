import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { movableClock } from '../../auth/support.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { livelyPerson } from './erasure-person.ts';
import { eraseAll, removeAccount, startErasureServer } from './erasure-support.ts';

/** The bytes of the database file and of its write-ahead log. */
function bytesOf(url: string): string {
  const file = url.replace('sqlite:', '');
  return [file, `${file}-wal`].map((path) => (existsSync(path) ? readFileSync(path, 'latin1') : '')).join('');
}

describe('the files of the embedded database', () => {
  it('hold nothing of an erased user, nor does the log', async () => {
    const clock = movableClock(new Date());
    const { log, text } = memoryLog('trace');
    const running = await startErasureServer({ clock, log });
    const { server } = running;
    const url = server.env['DATABASE_URL'] ?? '';
    const person = await livelyPerson(running);
    for (const secret of person.secrets) assert.ok(bytesOf(url).includes(secret), secret);
    await removeAccount(running, person);
    await eraseAll(server, clock);
    for (const secret of person.secrets) assert.ok(!bytesOf(url).includes(secret), secret);
    await running.close();
    for (const secret of person.secrets) assert.ok(!bytesOf(url).includes(secret), `${secret} after the stop`);
    assert.ok(text().length > 0);
    for (const secret of person.secrets) assert.ok(!text().includes(secret), `${secret} in the log`);
  });
});
