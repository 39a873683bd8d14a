import { parseArgs } from 'node:util';
import Joi from 'joi';
import { initModels } from '../models/index.ts';
import type { OperatorRole } from '../models/platform-admin/Operator.ts';
import { loadEnvironment } from './config/load-env-file.ts';
import { readConfig } from './config/read-config.ts';
import type { Config } from './config/types.ts';
import { messageOf, onDatabase } from './on-database.ts';
import { systemClock } from './platform/clock.ts';
import { database } from './platform/db/database.ts';
import { line, queryInteger, word } from './platform/http/input/fields.ts';
import { checkValue } from './platform/http/input/validate.ts';
import { MAX_PROJECT_ID } from './schemas/platform-admin/projects.ts';
import { useConfiguredTestPhones } from './services/platform-admin/test-phones.ts';
import { provisionTestProject, type TestProject, type WantedProject } from './test-project.ts';
import { describeTestProject, testProjectJson } from './test-project-report.ts';

/** The process behind `npm run seed:test-project`. */

const HELP = `Gives a client team a project to try things in: operators, an API key, test phones, and what to type.

Usage: npm run seed:test-project -- --name NAME [options]

  --name NAME        the project's name; one of that name is used again, and nothing in it is doubled
  --project ID       the id of a new project, or of the one that is meant; by default the next free one
  --phones N         how many test phones, 0 to 10 (3); they end after 90 days, a later run renews them
  --operators ROLES  staff, admin or both (staff,admin)
  --rotate           new passwords and a new API key in the place of those that are there
  --url URL          where clients reach the server, for what is printed (http://localhost:PORT)
  --json             prints JSON
  --force            also in production
  --help             this text

Examples:
  npm run seed:test-project -- --name "Acme app"
  npm run seed:test-project -- --name "Acme app" --phones 5 --url https://staging.example.com
  npm run --silent seed:test-project -- --name "Acme app" --rotate --json > acme.json

Writes to the database of the server, which may be running. Passwords and key are printed once, on standard output, and kept nowhere in
clear. The API key reaches every app and project of the server: on one that others use too, revoke it when the tests are done.
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

interface Asked {
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
const Asked = Joi.object<Asked>({
  name: line({ max: 100 }).required(),
  project: queryInteger(1, MAX_PROJECT_ID),
  phones: queryInteger(0, 10),
  operators: word(/^(?:staff|admin)(?:,(?:staff|admin))*$/, 'staff, admin or staff,admin'),
  url: word(/^https?:\/\/[\w.:[\]-]+(?:\/[\w.~-]+)*\/?$/, 'an http or https address such as https://staging.example.com'),
  rotate: Joi.boolean(),
  json: Joi.boolean(),
  force: Joi.boolean(),
});

const asked = readArguments();
if (asked === null) process.exitCode = 2;
else if (asked === 'help') process.stdout.write(HELP);
else process.exitCode = await run(asked);

/** null when they are wrong, which was said by then. */
function readArguments(): Asked | 'help' | null {
  try {
    const { help, ...values } = parseArgs({ options: OPTIONS }).values;
    if (help) return 'help';
    const checked = checkValue(Asked, values, 'options');
    if ('value' in checked) return checked.value;
    throw new Error(checked.faults.map(({ message }) => `--${message}`).join('\n'));
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\nSee --help.\n`);
    return null;
  }
}

/** Answers the exit code. */
async function run({ json, force, url, ...rest }: Asked): Promise<number> {
  try {
    const config = readConfig(loadEnvironment());
    if (config.env === 'production' && !force)
      throw new Error('This makes accounts with known codes, and is refused in production. --force does it nevertheless.');
    const facts = { baseUrl: baseUrlOf(config, url), testPhonesEnabled: config.testPhones.enabled };
    const made = await provision(config, rest);
    process.stdout.write(json ? testProjectJson(made, facts) : describeTestProject(made, facts));
    return 0;
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    return 1;
  }
}

function baseUrlOf({ http }: Config, url: string | undefined): string {
  if (url !== undefined) return url.replace(/\/$/, '');
  if (http.port === 0) throw new Error('PORT is 0, so the server takes a free port: tell its address with --url.');
  return `http://localhost:${http.port}`;
}

function provision(config: Config, asked: Pick<Asked, 'name' | 'project' | 'phones' | 'operators' | 'rotate'>): Promise<TestProject> {
  const { defaultProjectId, testPhones } = config;
  return onDatabase(config.database, async () => {
    initModels(database());
    useConfiguredTestPhones(
      defaultProjectId,
      testPhones.seeded.map(({ phone }) => phone),
    );
    const { name, phones, rotate, project = null } = asked;
    const operators = [...new Set(asked.operators.split(','))] as OperatorRole[];
    const wanted: WantedProject = { name, phones, rotate, projectId: project, operators };
    return provisionTestProject(wanted, { defaultProjectId, now: systemClock.now() });
  });
}
