import type { TestOperator, TestProject } from './test-project.ts';

/** What the report needs to know of the server that the project is for. */
export interface ServerFacts {
  /** Without a last slash. */
  readonly baseUrl: string;
  readonly testPhonesEnabled: boolean;
}

const KEPT = 'kept from an earlier run; --rotate makes a new one';
const TOKEN_PATH = '/api/v1/auth/auth/token/';

/** All that a client team needs, for people. */
export function describeTestProject(made: TestProject, facts: ServerFacts): string {
  const { project, operators, apiKey, testPhones } = made;
  const sections = [
    [
      `Project ${project.id} "${project.name}", ${project.isNew ? 'new' : 'was there'}`,
      row('base URL', facts.baseUrl),
      row('header', `X-Project-ID: ${project.id}`),
    ],
    [`Operators, who sign in at ${TOKEN_PATH}`, ...operators.map(({ role, username, password }) => row(role, username, password ?? KEPT))],
    ['API key, for every app and project of this server', row('read, write', apiKey.key ?? `${apiKey.prefix}_…`, apiKey.key ?? KEPT)],
    ['Test phones, each with the code that it always takes; nothing is sent to them', ...testPhones.map(phoneRow)],
    ['Try it', ...curls(made, facts).map((line) => `  ${line}`)],
    notes(made, facts),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** The same for programs. */
export function testProjectJson(made: TestProject, facts: ServerFacts): string {
  const { project, operators, apiKey, testPhones } = made;
  const body = {
    project,
    baseUrl: facts.baseUrl,
    headers: { 'X-Project-ID': String(project.id) },
    operators,
    apiKey: { ...apiKey, scopes: ['read', 'write'] },
    testPhones: testPhones.map(({ phone, code, expiresAt }) => ({ phone, code, expiresAt })),
    testPhonesEnabled: facts.testPhonesEnabled,
    curl: curls(made, facts),
    notes: notes(made, facts),
  };
  return `${JSON.stringify(body, null, 2)}\n`;
}

function row(name: string, ...values: readonly string[]): string {
  return `  ${[name.padEnd(12), ...new Set(values)].join('  ')}`;
}

function phoneRow({ phone, code, expiresAt }: TestProject['testPhones'][number]): string {
  return row(phone, code, expiresAt === null ? '' : `until ${expiresAt.toISOString().slice(0, 10)}`).trimEnd();
}

/** Three lines to paste: as a user of the app, as an operator, as a program. */
function curls(made: TestProject, facts: ServerFacts): string[] {
  const { project, operators, apiKey, testPhones } = made;
  const [phone] = testPhones;
  const [operator] = operators;
  const asUser =
    phone === undefined
      ? curl(facts, `/api/v2/auth/config/${project.id}/public`)
      : curl(facts, '/api/v2/auth/register-verify', {
          header: `X-Project-ID: ${project.id}`,
          body: { phone: phone.phone, otp: phone.code, firstName: 'Test' },
        });
  const asOperator = operator === undefined ? [] : [curl(facts, TOKEN_PATH, { body: loginOf(operator) })];
  const asProgram = curl(facts, `/api/v1/admin/projects/${project.id}`, { header: `X-Api-Key: ${apiKey.key ?? '<the key>'}` });
  return [asUser, ...asOperator, asProgram];
}

function loginOf({ username, password }: TestOperator): Record<string, string> {
  return { username, password: password ?? '<the password>' };
}

/** None of the values has a quote in it. */
function curl({ baseUrl }: ServerFacts, path: string, { header, body }: { header?: string; body?: object } = {}): string {
  const parts = [
    'curl -sS',
    ...(header === undefined ? [] : [`-H '${header}'`]),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`]),
    `'${baseUrl}${path}'`,
  ];
  return parts.join(' ');
}

function notes({ project, operators, testPhones }: TestProject, { testPhonesEnabled }: ServerFacts): string[] {
  const isDead = testPhones.length > 0 && !testPhonesEnabled;
  return [
    ...(isDead
      ? ['TEST_PHONES_ENABLED is off here: the codes open nothing until the server is started with TEST_PHONES_ENABLED=true.']
      : []),
    ...(project.isActive ? [] : [`Project ${project.id} is switched off: nobody can sign in.`]),
    ...operators.filter(({ isActive }) => !isActive).map(({ username }) => `${username} is switched off and cannot sign in.`),
  ];
}
