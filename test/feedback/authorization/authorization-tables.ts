import { type Expected, endpointsOf, expectedOf, nameOf, SITUATIONS, type Situation } from './authorization-matrix.ts';

/** Renders all tables as Markdown. */
export function renderMatrix(): string {
  const head = [
    '# Permissions in feedback',
    '',
    'Derived from the endpoints in `server/routes/feedback` and the rules of ownership in `authorization-matrix.ts`. The test',
    '`authorization.sqlite.test.ts` writes this file and sends a request for every cell.',
    '',
    'anonymous: no token. guest: no token, but an e-mail where the endpoint takes one. author, other user: customers; the author wrote the record.',
    'staff, admin: operators. foreign: signed in to another project, without `X-Project-ID` or with that of this one. API key: a platform key',
    'instead of a token, which counts as no token where only users are admitted.',
  ];
  return `${[...head, ...SITUATIONS.flatMap(renderTable)].join('\n')}\n`;
}

function renderTable(situation: Situation): string[] {
  const { title, explanation, callers } = situation;
  const rows = endpointsOf(situation).map((endpoint) => [
    `\`${nameOf(endpoint)}\``,
    endpoint.auth === 'manager' ? 'staff or key' : endpoint.auth,
    ...callers.map((caller) => cell(expectedOf(endpoint, caller, situation))),
  ]);
  const head = ['endpoint', 'auth', ...callers];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return ['', `## ${title}`, '', explanation, '', line(head), line(head.map(() => '---')), ...rows.map(line)];
}

function cell({ status, code }: Expected): string {
  return code === undefined ? String(status) : `**${status}** ${code}`;
}
