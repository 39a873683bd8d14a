// `npm run docs:vendor`: fetches the files of Swagger UI that the docs page serves. swagger-ui-dist is not a dependency, because it
// installs a telemetry package; `npm pack` downloads its archive, checks it against the registry and installs nothing.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const VERSION = '5.35.0';
const FILES = ['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui.css', 'LICENSE', 'NOTICE'];

const folder = mkdtempSync(path.join(tmpdir(), 'diwan-docs-'));
try {
  execFileSync('npm', ['pack', `swagger-ui-dist@${VERSION}`, '--ignore-scripts', '--silent'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [archive = ''] = readdirSync(folder);
  execFileSync('tar', ['-xzf', archive, ...FILES.map((file) => `package/${file}`)], { cwd: folder });
  for (const file of FILES) copyFileSync(path.join(folder, 'package', file), path.join(import.meta.dirname, file));
  console.log(`Copied ${FILES.length} files of swagger-ui-dist ${VERSION}.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
