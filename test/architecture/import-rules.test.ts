import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CONFIG, type Cruise, cruise } from './cruise.ts';
import { ROOT, sources } from './source.ts';

/** [importing file or folder, `type ` when only types are taken, imported file or package, rules that it breaks]. */
type Case = readonly [from: string, to: string, ...breaks: string[]];

const WRONG: readonly Case[] = [
  ['server/routes/feedback/', 'server/services/feedback/posts/votes.ts', 'routes'],
  ['server/routes/feedback/', 'server/controllers/auth/login.ts', 'routes'],
  ['server/routes/feedback/', 'server/routes/auth/login.ts', 'routes'],
  ['server/routes/feedback/', 'type server/platform/context.ts', 'routes'],
  ['server/routes/feedback/', 'joi', 'routes'],
  ['server/controllers/feedback/', 'type models/feedback/Post.ts', 'controllers'],
  ['server/controllers/feedback/', 'server/platform/db/transactions/transaction.ts', 'controllers'],
  ['server/controllers/feedback/', 'server/services/auth/users/login.ts', 'controllers'],
  ['server/controllers/feedback/', 'server/routes/feedback/votes.ts', 'controllers'],
  ['server/controllers/feedback/', 'node:fs', 'controllers'],
  ['server/services/feedback/', 'type server/platform/http/reply/reply.ts', 'services'],
  ['server/services/feedback/', 'type server/platform/pages/html.ts', 'services'],
  ['server/services/feedback/', 'type server/schemas/feedback/votes.ts', 'services'],
  ['server/services/feedback/', 'server/presenters/feedback/post.ts', 'services'],
  ['server/services/feedback/', 'server/config/read-config.ts', 'services'],
  ['server/services/feedback/', 'server/services/auth/users/login.ts', 'services'],
  ['server/services/feedback/', 'type models/auth/User.ts', 'services'],
  ['server/services/feedback/', 'models/index.ts', 'services'],
  ['server/presenters/feedback/', 'models/feedback/Post.ts', 'presenters-know-types-only'],
  ['server/presenters/feedback/', 'server/services/feedback/posts/votes.ts', 'presenters-know-types-only'],
  ['server/presenters/feedback/', 'server/platform/errors.ts', 'presenters-know-types-only'],
  ['server/presenters/feedback/', 'type models/auth/User.ts', 'presenters'],
  ['server/presenters/feedback/', 'type server/platform/http/reply/reply.ts', 'presenters'],
  ['server/schemas/feedback/', 'type models/feedback/Post.ts', 'schemas'],
  ['server/schemas/feedback/', 'server/schemas/auth/login.ts', 'schemas'],
  ['server/schemas/feedback/', 'server/platform/errors.ts', 'schemas-run-joi-only'],
  ['server/schemas/feedback/', 'server/platform/http/reply/reply.ts', 'schemas-run-joi-only'],
  ['models/feedback/', 'models/feedback/Post.ts', 'models-are-islands'],
  ['models/feedback/', 'type models/auth/User.ts', 'models'],
  ['models/feedback/', 'type server/platform/context.ts', 'models'],
  ['models/feedback/', 'joi', 'models'],
  ['models/feedback/associations.ts', 'models/auth/User.ts', 'models'],
  ['models/index.ts', 'server/platform/errors.ts', 'models-index'],
  ['server/platform/', 'server/services/feedback/posts/votes.ts', 'platform'],
  ['server/platform/db/', 'type models/feedback/Post.ts', 'platform'],
  ['server/domain/', 'server/platform/mask.ts', 'domain'],
  ['server/config/', 'type server/platform/context.ts', 'config'],
  ['migrations/', 'models/feedback/Post.ts', 'migrations'],
  ['migrations/lib/', 'type server/platform/context.ts', 'migrations'],
  ['seeders/', 'models/feedback/Post.ts', 'seeders'],
  ['seeders/lib/', 'type server/domain/search-fold.ts', 'seeders'],
  ['seeders/', 'migrations/lib/steps.ts', 'seeders'],
  ['cli/commands/reviews/', 'type server/platform/errors.ts', 'cli'],
  ['cli/http/', 'models/feedback/Post.ts', 'cli'],
  ['server/platform/', 'cli/errors/errors.ts', 'platform', 'nobody-imports-the-cli'],
  ['server/index.ts', 'type cli/io.ts', 'nobody-imports-the-cli'],
  ['console/shell/', 'type cli/io.ts', 'console', 'nobody-imports-the-cli'],
  ['console/screens/users/', 'type server/platform/errors.ts', 'console'],
  ['cli/http/', 'console/api.ts', 'cli', 'nobody-imports-the-console'],
  ['client/src/', 'type server/platform/errors.ts', 'client'],
  ['server/platform/', 'client/src/client.ts', 'platform', 'nobody-imports-the-client'],
  ['console/shell/', 'type client/src/client.ts', 'console', 'nobody-imports-the-client'],
  ['client/src/', 'joi', 'client-packages'],
  ['client/src/', 'react', 'client-react', 'undeclared'],
  ['console/ui/data/', 'console/api.ts', 'console-ui'],
  ['console/ui/data/', 'type generated/api-types.ts', 'console-ui'],
  ['console/i18n/', 'console/ui/layout/page.ts', 'console-texts'],
  ['console/parts/', 'console/screens/users/users.ts', 'console-screens'],
  ['console/screens/apps/', 'console/screens/users/users.ts', 'console-services'],
  ['console/screens/apps/', 'react-aria-components', 'react-aria'],
  ['server/platform/', 'type generated/api-types.ts', 'api-types'],
  ['cli/commands/reviews/list.ts', 'commander', 'commander'],
  ['cli/commands/reviews/index.ts', 'inquirer', 'inquirer'],
  ['server/index.ts', 'commander', 'commander'],
  ['cli/', 'mocha', 'no-dev-dependency'],
  ['server/helpers/', 'node:fs', 'unknown-place'],
  ['server/helper.ts', 'server/platform/errors.ts', 'unknown-place'],
  ['server/routes/votes.ts', 'server/platform/http/reply/reply.ts', 'unknown-place'],
  ['server/controllers/feedback/', 'server/boot/app.ts', 'controllers', 'roots'],
  ['server/platform/http/', 'type server/boot/runtime.ts', 'platform', 'roots'],
  ['server/platform/', 'type test/support/clock.ts', 'platform', 'tests'],
  ['server/index.ts', 'test/support/clock.ts', 'tests'],
  ['server/index.ts', 'type express', 'express'],
  ['server/services/feedback/', 'type express', 'express'],
  ['server/platform/db/', 'express', 'express'],
  ['server/boot/runtime.ts', 'type sequelize', 'sequelize'],
  ['server/platform/http/', 'sequelize', 'sequelize'],
  ['server/presenters/feedback/', 'type sequelize', 'presenters', 'sequelize'],
  ['server/platform/', 'mocha', 'no-dev-dependency'],
  ['migrations/', 'mocha', 'migrations', 'no-dev-dependency'],
  ['server/platform/', 'undeclared-package', 'undeclared'],
  ['test/apps/', 'undeclared-package', 'undeclared'],
  ['server/services/feedback/left.ts', 'server/services/feedback/right.ts', 'no-cycle'],
  ['cli/http/left.ts', 'type cli/http/right.ts', 'no-cycle'],
  ['server/services/auth/left.ts', 'type server/services/auth/right.ts', 'no-cycle'],
];

const RIGHT: readonly Case[] = [
  ['server/services/feedback/right.ts', 'server/services/feedback/left.ts'], // the other half of the cycle above, which is reported once
  ['cli/http/right.ts', 'cli/http/left.ts'], // the other half of the type cycle above: reported once too
  ['server/routes/feedback/', 'server/controllers/feedback/votes.ts'],
  ['server/routes/feedback/', 'server/schemas/feedback/votes.ts'],
  ['server/routes/feedback/', 'server/routes/feedback/votes.ts'],
  ['server/routes/feedback/', 'server/platform/http/reply/reply.ts'],
  ['server/controllers/feedback/', 'server/services/feedback/posts/votes.ts'],
  ['server/controllers/feedback/', 'server/presenters/feedback/post.ts'],
  ['server/controllers/feedback/', 'type server/schemas/feedback/votes.ts'],
  ['server/controllers/feedback/', 'server/platform/http/reply/reply.ts'],
  ['server/controllers/feedback/', 'type server/platform/context.ts'],
  ['server/controllers/feedback/', 'server/platform/errors.ts'],
  ['server/services/feedback/', 'models/feedback/Post.ts'],
  ['server/services/feedback/', 'server/platform/db/transactions/transaction.ts'],
  ['server/services/feedback/', 'server/services/feedback/posts/votes.ts'],
  ['server/services/feedback/', 'type server/config/types.ts'],
  ['server/services/feedback/', 'sequelize'],
  ['server/services/feedback/', 'node:crypto'],
  ['server/presenters/feedback/', 'type models/feedback/Post.ts'],
  ['server/presenters/feedback/', 'type server/services/feedback/posts/votes.ts'],
  ['server/presenters/feedback/', 'type server/schemas/feedback/votes.ts'],
  ['server/schemas/feedback/', 'server/platform/http/input/fields.ts'],
  ['server/schemas/feedback/', 'type server/platform/context.ts'],
  ['server/schemas/feedback/', 'joi'],
  ['models/feedback/', 'sequelize'],
  ['models/feedback/', 'type models/feedback/Post.ts'],
  ['models/feedback/associations.ts', 'models/feedback/Post.ts'],
  ['models/index.ts', 'models/feedback/Post.ts'],
  ['models/index.ts', 'models/auth/User.ts'],
  ['server/platform/', 'server/config/types.ts'],
  ['server/platform/db/', 'models/platform/AuditEntry.ts'],
  ['server/platform/http/', 'express'],
  ['server/platform/pages/', 'express'],
  ['server/platform/auth/', 'type express'],
  ['server/platform/db/', 'sequelize'],
  ['server/domain/', 'server/platform/errors.ts'],
  ['server/config/', 'server/config/types.ts'],
  ['migrations/', 'sequelize'],
  ['migrations/', 'migrations/lib/steps.ts'],
  ['seeders/', 'sequelize'],
  ['seeders/lib/', 'node:crypto'],
  ['seeders/', 'seeders/lib/rows.ts'],
  ['cli/program.ts', 'commander'],
  ['cli/options.ts', 'commander'],
  ['cli/commands/reviews/index.ts', 'commander'],
  ['cli/commands/completion/candidates.ts', 'type commander'],
  ['cli/prompter.ts', 'inquirer'],
  ['cli/commands/reviews/', 'cli/http/client.ts'],
  ['cli/http/', 'type generated/api-types.ts'],
  ['client/src/', 'type generated/api-types.ts'],
  ['client/src/adapters/react.ts', 'react'],
  ['test/client/', 'client/src/client.ts'],
  ['console/', 'type generated/api-types.ts'],
  ['console/ui/data/', 'react-aria-components'],
  ['console/ui/data/', 'console/i18n/texts.ts'],
  ['console/ui/data/', 'console/state/problem.ts'],
  ['console/routes/', 'console/screens/users/users.ts'],
  ['console/screens/apps/', 'console/screens/apps/apps.ts'],
  ['console/screens/apps/', 'console/api.ts'],
  ['test/console/', 'console/i18n/texts.ts'],
  ['test/cli/', 'cli/errors/errors.ts'],
  ['server/boot/app.ts', 'express'],
  ['server/boot/app.ts', 'server/routes/feedback/votes.ts'],
  ['server/boot/runtime.ts', 'models/index.ts'],
  ['server/index.ts', 'server/boot/app.ts'],
  ['test/apps/', 'server/boot/app.ts'],
  ['test/apps/', 'mocha'],
  ['server/platform/', 'type mocha'],
  ['server/services/auth/right.ts', 'server/services/auth/left.ts'], // the other half of the type cycle above
];

const PACKAGES = ['express', 'joi', 'sequelize', 'commander', 'inquirer', 'mocha', 'react', 'react-aria-components', 'undeclared-package'];
const FOLDERS = ['server', 'models', 'migrations', 'seeders', 'cli', 'console', 'client', 'test'];

describe('the import rules', () => {
  let root: string;
  let expected: string[];
  let result: Cruise;

  before(async () => {
    root = mkdtempSync(path.join(tmpdir(), 'diwan-imports-'));
    expected = writeTree(root, [...WRONG, ...RIGHT]);
    result = await cruise(root, FOLDERS);
  });

  after(() => rmSync(root, { recursive: true, force: true }));

  it('refuse each wrong import by name and accept the rest', () => {
    const actual = result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${withoutFile(to)}`);
    assert.deepEqual(actual.sort(), [...expected, 'unresolvable: server/platform/lost.ts → ./nowhere.ts'].sort());
  });

  it('are each broken by a case of this test', () => {
    const { forbidden } = createRequire(import.meta.url)(CONFIG) as { forbidden: { name: string }[] };
    const tried = new Set([...WRONG.flatMap(([, , ...breaks]) => breaks), 'unresolvable']);
    assert.deepEqual(
      forbidden.map(({ name }) => name).filter((name) => !tried.has(name)),
      [],
    );
  });
});

describe('the import rules on this repository', () => {
  let result: Cruise;

  before(async () => {
    const folders = new Set(sources(...FOLDERS).map((file) => file.split('/')[0] ?? ''));
    result = await cruise(ROOT, [...folders]);
  });

  it('cover every source file of the repository', () => {
    const seen = new Set(result.modules.map((module) => module.source));
    const all = sources(...FOLDERS);
    assert.ok(all.length > 0);
    assert.deepEqual(
      all.filter((file) => !seen.has(file)),
      [],
    );
  });

  it('are kept by every file of the repository', () => {
    assert.deepEqual(
      result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
      [],
    );
  });
});

/** Writes one file for each case, and what they import; answers with the violations to come. */
function writeTree(root: string, cases: readonly Case[]): string[] {
  const texts = new Map<string, string>();
  const violations = cases.flatMap(([place, target, ...breaks], index) => {
    const from = place.endsWith('.ts') ? place : `${place}case-${index}.ts`;
    const to = target.replace(/^type /, '');
    texts.set(from, (texts.get(from) ?? '') + statement(from, target));
    if (to.endsWith('.ts')) texts.set(to, texts.get(to) ?? '');
    return breaks.map((rule) => `${rule}: ${from} → ${to.replace('node:', '')}`);
  });
  texts.set('server/platform/lost.ts', "import './nowhere.ts';\n");
  texts.set(
    'package.json',
    JSON.stringify({
      type: 'module',
      dependencies: { express: '*', joi: '*', sequelize: '*', commander: '*', inquirer: '*' },
      devDependencies: { mocha: '*', 'react-aria-components': '*' },
    }),
  );
  texts.set('tsconfig.json', JSON.stringify({ compilerOptions: { module: 'nodenext' } }));
  for (const name of PACKAGES) {
    texts.set(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    texts.set(`node_modules/${name}/index.js`, '');
  }
  for (const [file, text] of texts) writeFile(path.join(root, file), text);
  return violations;
}

function statement(from: string, target: string): string {
  const to = target.replace(/^type /, '');
  const specifier = to.endsWith('.ts') ? path.posix.relative(path.posix.dirname(from), to).replace(/^(?!\.)/, './') : to;
  return target.startsWith('type ') ? `import type * as t from '${specifier}';\n` : `import '${specifier}';\n`;
}

function writeFile(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text === '' ? 'export {};\n' : text);
}

function withoutFile(to: string): string {
  return to.replace(/^node_modules\/([^/]+)\/.*$/, '$1');
}
