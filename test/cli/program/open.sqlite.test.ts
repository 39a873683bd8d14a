import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../../support/programs/process.ts';
import { newHome } from '../support/home.ts';
import { openCli, runCli } from '../support/in-process.ts';

const URL = 'http://127.0.0.1:9/base';

describe('diwan open', () => {
  let home = '';
  let env: Record<string, string>;
  before(async () => {
    const nothing = { username: null, accessToken: null, refreshToken: null, apiKey: null };
    home = await newHome({ url: URL, project: null, ...nothing });
    const browser = path.join(home, 'browser');
    writeFileSync(browser, `#!/bin/sh\necho "$1" > '${home}/opened'\n`, { mode: 0o755 });
    env = { XDG_CONFIG_HOME: home, BROWSER: browser };
  });
  const opened = (): string => {
    try {
      return readFileSync(path.join(home, 'opened'), 'utf8');
    } catch {
      return '';
    }
  };

  it('starts the browser with the address of the page', async () => {
    const { code, text } = await openCli(['open', 'docs'], { env }).ended();
    assert.deepEqual([code, text], [0, `${URL}/docs\n`]);
    await until(() => opened() === `${URL}/docs\n`);
  });

  it('only prints the address without a terminal', async () => {
    const before = opened();
    assert.deepEqual(await runCli(['open'], { env }), { code: 0, stdout: `${URL}/\n`, stderr: '' });
    assert.equal((await runCli(['open', 'openapi', '--json'], { env })).stdout, `{"url":"${URL}/openapi.json"}\n`);
    assert.equal((await runCli(['open', 'else'], { env })).code, 2);
    assert.equal(opened(), before);
  });

  it('says when no browser can be started', async () => {
    const { code, text } = await openCli(['open'], { env: { ...env, BROWSER: path.join(home, 'missing') } }).ended();
    assert.equal(code, 0);
    assert.match(text, /No browser was found: open the address yourself/);
  });
});
