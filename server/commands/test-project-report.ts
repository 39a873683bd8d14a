import type { TestOperator, TestProject } from './test-project.ts';

/** The server that the project is on. */
export interface ServerInfo {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly testPhonesEnabled: boolean;
}

const KEPT = 'kept from an earlier run; --rotate creates a new one';
const TOKEN_PATH = '/api/v1/auth/auth/token/';

/** The report for people. */
export function describeTestProject(made: TestProject, server: ServerInfo): string {
  const { project, operators, apiKey, testPhones } = made;
  const sections = [
    [
      `Project ${project.id} "${project.name}", ${project.isNew ? 'new' : 'existing'}`,
      row('base URL', server.baseUrl),
      row('header', `X-Project-ID: ${project.id}`),
    ],
    [`Operators, who sign in at ${TOKEN_PATH}`, ...operators.map(({ role, username, password }) => row(role, username, password ?? KEPT))],
    ['API key of the project', row(apiKey.scopes.join(', '), apiKey.key ?? `${apiKey.prefix}_…`, apiKey.key ?? KEPT)],
    ['Test phones, each with its fixed code; no messages are sent to them', ...testPhones.map(phoneRow)],
    ['Try it', ...curls(made, server).map((line) => `  ${line}`)],
    notes(made, server),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** The report for programs. */
export function testProjectJson(made: TestProject, server: ServerInfo): string {
  const { project, operators, apiKey, testPhones } = made;
  const body = {
    project,
    baseUrl: server.baseUrl,
    headers: { 'X-Project-ID': String(project.id) },
    operators,
    apiKey,
    testPhones: testPhones.map(({ phone, code, expiresAt }) => ({ phone, code, expiresAt })),
    testPhonesEnabled: server.testPhonesEnabled,
    curl: curls(made, server),
    notes: notes(made, server),
  };
  return `${JSON.stringify(body, null, 2)}\n`;
}

function row(name: string, ...values: readonly string[]): string {
  return `  ${[name.padEnd(12), ...new Set(values)].join('  ')}`;
}

function phoneRow({ phone, code, expiresAt }: TestProject['testPhones'][number]): string {
  return row(phone, code, expiresAt === null ? '' : `until ${expiresAt.toISOString().slice(0, 10)}`).trimEnd();
}

/** Three commands to paste: as a user of the app, as an operator, as a program. */
function curls(made: TestProject, server: ServerInfo): string[] {
  const { project, operators, apiKey, testPhones } = made;
  const [phone] = testPhones;
  const [operator] = operators;
  const asUser =
    phone === undefined
      ? curl(server, `/api/v2/auth/config/${project.id}/public`)
      : curl(server, '/api/v2/auth/register-verify', {
          header: `X-Project-ID: ${project.id}`,
          body: { phone: phone.phone, otp: phone.code, firstName: 'Test' },
        });
  const asOperator = operator === undefined ? [] : [curl(server, TOKEN_PATH, { body: loginOf(operator) })];
  const asProgram = curl(server, `/api/v1/admin/projects/${project.id}`, { header: `X-Api-Key: ${apiKey.key ?? '<the key>'}` });
  return [asUser, ...asOperator, asProgram];
}

function loginOf({ username, password }: TestOperator): Record<string, string> {
  return { username, password: password ?? '<the password>' };
}

/** The values contain no quotes, so none is escaped. */
function curl({ baseUrl }: ServerInfo, path: string, { header, body }: { header?: string; body?: object } = {}): string {
  const parts = [
    'curl -sS',
    ...(header === undefined ? [] : [`-H '${header}'`]),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`]),
    `'${baseUrl}${path}'`,
  ];
  return parts.join(' ');
}

function notes({ project, operators, testPhones }: TestProject, { testPhonesEnabled }: ServerInfo): string[] {
  const areDisabled = testPhones.length > 0 && !testPhonesEnabled;
  return [
    ...(areDisabled
      ? ['TEST_PHONES_ENABLED is off: the codes do not work until the server is started with TEST_PHONES_ENABLED=true.']
      : []),
    ...(project.isActive ? [] : [`Project ${project.id} is deactivated: users and operators cannot sign in.`]),
    ...operators.filter(({ isActive }) => !isActive).map(({ username }) => `${username} is deactivated and cannot sign in.`),
  ];
}
