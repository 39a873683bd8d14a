// `npm run docs:vendor`: fetches the one file of Scalar that the API reference loads. @scalar/api-reference is not a dependency, because
// it would install more than 100 packages; `npm pack` downloads its archive, checks it against the registry and installs nothing.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const VERSION = '1.72.1';
const FILE = 'package/dist/browser/standalone.js';

const folder = mkdtempSync(path.join(tmpdir(), 'diwan-docs-'));
try {
  execFileSync('npm', ['pack', `@scalar/api-reference@${VERSION}`, '--ignore-scripts', '--silent'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [archive = ''] = readdirSync(folder);
  execFileSync('tar', ['-xzf', archive, FILE], { cwd: folder });
  writeFileSync(path.join(import.meta.dirname, 'scalar.js.gz'), gzipSync(readFileSync(path.join(folder, FILE)), { level: 9 }));
  console.log(`Copied ${FILE} of @scalar/api-reference ${VERSION}.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
