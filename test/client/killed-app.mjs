// An app that a test kills: `killed-app.mjs <module> <url> <app> <file>`, where `module` is the built client. It keeps its storage in the
// file. Each line of its input is an event, which it tracks, reports as `tracked` and sends.
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [module, url, app, file] = process.argv.slice(2);
const { createClient } = await import(module);

function read() {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** As the storage of a phone does: the old values or the new ones, whenever the process ends. */
function write(values) {
  const temporary = `${file}.new`;
  const handle = openSync(temporary, 'w');
  writeSync(handle, JSON.stringify(values));
  fsyncSync(handle);
  closeSync(handle);
  renameSync(temporary, file);
}

const client = createClient({
  url,
  app,
  projectId: 11,
  appVersion: '1.0.0',
  platform: 'android',
  storage: {
    getItem: (key) => read()[key] ?? null,
    setItem: (key, value) => write({ ...read(), [key]: value }),
    removeItem: (key) => write(Object.fromEntries(Object.entries(read()).filter(([kept]) => kept !== key))),
  },
});

// the first request of a process takes longer than a life
await fetch(`${url}/healthz`);
process.stdout.write('ready\n');
for await (const life of createInterface({ input: process.stdin })) {
  client.events.track('killed', { life: Number(life) });
  process.stdout.write('tracked\n');
  void client.events.flush();
}
