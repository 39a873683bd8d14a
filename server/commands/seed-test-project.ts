import { parseArgs } from 'node:util';
import Joi from 'joi';
import type { OperatorRole } from '../../models/platform-admin/Operator.ts';
import { createAdministration } from '../boot/services/services.ts';
import { loadEnvironment } from '../config/load-env-file.ts';
import { readConfig } from '../config/read-config.ts';
import type { Config } from '../config/types.ts';
import { systemClock } from '../platform/clock.ts';
import { EventStreams } from '../platform/http/event-streams/event-streams.ts';
import { pattern, queryInteger, singleLineText } from '../platform/http/input/fields.ts';
import { checkValue } from '../platform/http/input/validate.ts';
import { MAX_PROJECT_ID } from '../schemas/platform-admin/projects.ts';
import { createApps } from '../services/apps/apps-service.ts';
import { erasedUsers } from '../services/auth/deletion/erased-users.ts';
import { onDatabase } from './on-database.ts';
import { runCommand } from './run-command.ts';
import { provisionTestProject, type TestProject } from './test-project.ts';
import { describeTestProject, testProjectJson } from './test-project-report.ts';

/** The entry point of `npm run seed:test-project`. */

const HELP = `Creates a project for the tests of a client team: operators, an API key, test phones, and example requests.

Usage: npm run seed:test-project -- --name NAME [options]

  --name NAME        the name of the project; an existing project of this name is used again, and its records are kept
  --project ID       the id of a new project, or of an existing one; by default the next free id
  --phones N         the number of test phones, 0 to 10; by default 3. They expire after 90 days, and a later run renews them
  --operators ROLES  staff, admin, or staff,admin; by default both
  --rotate           replace the passwords and the API key of an earlier run
  --url URL          the address at which clients reach the server, for the output; by default http://localhost:PORT
  --json             print JSON
  --force            run in production too
  --help             show this text

Examples:
  npm run seed:test-project -- --name "Acme app"
  npm run seed:test-project -- --name "Acme app" --phones 5 --url https://staging.example.com
  npm run --silent seed:test-project -- --name "Acme app" --rotate --json > acme.json

Writes to the database of the server, which may be running. Passwords and API key are printed once, on standard output, and not stored in
clear. The API key has all scopes in the project alone: revoke it when the tests are done.
`;

const OPTIONS = {
  name: { type: 'string' },
  project: { type: 'string' },
  phones: { type: 'string', default: '3' },
  operators: { type: 'string', default: 'staff,admin' },
  rotate: { type: 'boolean', default: false },
  url: { type: 'string' },
  json: { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const ROLES: readonly OperatorRole[] = ['staff', 'admin'];

interface SeedOptions {
  name: string;
  project?: number;
  phones: number;
  operators: string;
  url?: string;
  rotate: boolean;
  json: boolean;
  force: boolean;
}

/** The rules of the admin API, where it has the same field. */
const SeedOptions = Joi.object<SeedOptions, true>({
  name: singleLineText({ max: 100 }).required(),
  project: queryInteger(1, MAX_PROJECT_ID),
  phones: queryInteger(0, 10),
  operators: pattern(/^(?:staff|admin)(?:,(?:staff|admin))*$/, 'staff, admin or staff,admin'),
  url: pattern(/^https?:\/\/[\w.:[\]-]+(?:\/[\w.~-]+)*\/?$/, 'an http or https address such as https://staging.example.com'),
  rotate: Joi.boolean(),
  json: Joi.boolean(),
  force: Joi.boolean(),
});

await runCommand({ help: HELP, read: readArguments, run });

function readArguments(): SeedOptions | null {
  const { help, ...values } = parseArgs({ options: OPTIONS }).values;
  if (help) return null;
  const checked = checkValue(SeedOptions, values, 'options');
  if ('value' in checked) return checked.value;
  throw new Error(checked.faults.map(({ message }) => `--${message}`).join('\n'));
}

async function run({ json, force, url, ...rest }: SeedOptions): Promise<number> {
  const config = readConfig(loadEnvironment());
  if (config.env === 'production' && !force)
    throw new Error('This command creates accounts with known codes, so it is refused in production. --force overrides this.');
  const target = { baseUrl: baseUrlOf(config, url), testPhonesEnabled: config.testPhones.enabled };
  const made = await provision(config, rest);
  process.stdout.write(json ? testProjectJson(made, target) : describeTestProject(made, target));
  return 0;
}

function baseUrlOf({ http }: Config, url: string | undefined): string {
  if (url !== undefined) return url.replace(/\/$/, '');
  if (http.port === 0) throw new Error('PORT is 0, so the port of the server is not known: give its address with --url.');
  return `http://localhost:${http.port}`;
}

/** The options that describe the records, as opposed to the output. */
type RecordOptions = Pick<SeedOptions, 'name' | 'project' | 'phones' | 'operators' | 'rotate'>;

function provision(config: Config, { operators, project, ...rest }: RecordOptions): Promise<TestProject> {
  return onDatabase(config.database, async (db) => {
    const roles = operators.split(',');
    const { admin } = createAdministration({ config, db, clock: systemClock });
    const target = {
      admin,
      apps: createApps({
        db,
        clock: systemClock,
        projects: admin.projects,
        defaultProjectId: config.defaultProjectId,
        events: { dailyBytes: config.eventsDailyBytes, onRefusal: () => {} },
        feed: new EventStreams(0),
        erasedUsers: (ids) => erasedUsers(db, ids),
      }),
      defaultProjectId: config.defaultProjectId,
      now: systemClock.now(),
    };
    return provisionTestProject(target, { ...rest, projectId: project ?? null, operators: ROLES.filter((role) => roles.includes(role)) });
  });
}
