import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../../../../server/platform/db/database.ts';
import { secretOwner } from '../../../../server/platform/webhooks/sender.ts';
import { newSecret } from '../../../../server/platform/webhooks/signature.ts';
import { migratedDatabaseUrl } from '../../../support/databases/migrated-database.ts';
import { openDatabaseAt } from '../../../support/databases/scratch-database.ts';
import { execute } from '../../../support/databases/sql.ts';
import { readDocument } from '../../../support/documents/document.ts';
import { temporaryFolder } from '../../../support/engine.ts';
import { until } from '../../../support/programs/process.ts';
import { freePort } from '../../../support/programs/redis.ts';
import { addWebhook, deliveriesOf, queueEvents, secrets, testSender } from '../support.ts';

interface Sample {
  /** The language of the block in the document. */
  readonly language: string;
  readonly file: string;
  /** The program and its arguments, once the file is in the current folder. */
  command(port: number, folder: string): readonly [string, ...string[]];
}

export const NODE: Sample = { language: 'js', file: 'receiver.mjs', command: () => [process.execPath, 'receiver.mjs'] };
export const PHP: Sample = { language: 'php', file: 'receiver.php', command: (port) => ['php', '-S', `127.0.0.1:${port}`, 'receiver.php'] };
export const PYTHON: Sample = { language: 'python', file: 'receiver.py', command: () => ['python3', 'receiver.py'] };
export const GO: Sample = {
  language: 'go',
  file: 'receiver.go',
  // `go run` would leave the program behind when it is ended
  command: (_port, folder) => {
    const env = { ...process.env, GOCACHE: path.join(folder, 'cache'), GOPATH: path.join(folder, 'go'), GO111MODULE: 'off' };
    execFileSync('go', ['build', '-o', 'receiver', 'receiver.go'], { cwd: folder, env, stdio: 'pipe' });
    return [path.join(folder, 'receiver')];
  },
};

/** Runs the receiver that the document shows, and sends it real deliveries. */
export function describeSample(sample: Sample): void {
  describe(`the receiver in ${sample.language} of the page about webhooks`, () => {
    let db: Database;
    let folder: string;

    before(async () => {
      db = openDatabaseAt(await migratedDatabaseUrl());
      folder = await temporaryFolder();
      const blocks = readDocument('docs/webhooks.md').blocks.filter(
        ({ language, mark }) => language === sample.language && mark === 'receiver',
      );
      assert.equal(blocks.length, 1);
      await writeFile(path.join(folder, sample.file), blocks[0]?.text ?? '');
    });
    after(() => db.close());

    /** Starts the receiver with a secret, sends an event, and resolves to the status of the try and the output. */
    const deliver = async (secretOf: (secret: string) => string, rotate?: string): Promise<{ status: unknown; output: string }> => {
      const port = await freePort();
      await execute(db, 'DELETE FROM webhooks');
      const { id, secret } = await addWebhook(db, { url: `http://127.0.0.1:${port}/` });
      if (rotate !== undefined) {
        const values = { id, end: new Date(Date.now() + 3_600_000), sealed: secrets.seal(secretOwner(id), rotate) };
        await execute(db, 'UPDATE webhooks SET old_secret = secret, old_secret_until = :end, secret = :sealed WHERE id = :id', values);
      }
      const receiver = await start(port, secretOf(secret));
      const sender = testSender(db, {});
      try {
        sender.start();
        await queueEvents(db, 1);
        await until(
          async () =>
            (await deliveriesOf(db, id)).some(
              ({ attempts, lastStatus, state }) => attempts > 0 && (lastStatus !== null || state !== 'waiting'),
            ),
          receiver.output,
        );
        const [delivery] = await deliveriesOf(db, id);
        if (delivery?.lastStatus === 204) await until(() => receiver.output().includes('review:'), receiver.output);
        return { status: delivery?.lastStatus, output: receiver.output() };
      } finally {
        await sender.stop();
        await receiver.end();
      }
    };

    const start = async (port: number, secret: string) => {
      const [program, ...args] = sample.command(port, folder);
      const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) };
      const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
      let text = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (text += data.toString()));
      const output = (): string => text;
      await until(async () => (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' })).status === 401, output);
      const end = async (): Promise<void> => {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      };
      return { output, end };
    };

    it('accepts a delivery that is signed with its secret', async () => {
      const { status, output } = await deliver((secret) => secret);
      assert.equal(status, 204);
      assert.match(output, /review\.status_changed review:\d+ 3/);
    });

    it('refuses a delivery that another secret signed', async () => {
      const { status, output } = await deliver(newSecret);
      assert.equal(status, 401);
      assert.doesNotMatch(output, /review:/);
    });

    it('accepts both secrets after one was rotated', async () => {
      const rotated = newSecret();
      assert.equal((await deliver((secret) => secret, rotated)).status, 204);
      assert.equal((await deliver(() => rotated, rotated)).status, 204);
    });
  });
}
