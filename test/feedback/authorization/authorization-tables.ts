import { type Expected, expectedOf, nameOf, rowsOf, SITUATIONS, type Situation } from './authorization-matrix.ts';

/** All tables as Markdown. */
export function renderMatrix(): string {
  const head = [
    '# Who may do what in feedback',
    '',
    'Derived from the rows in `server/routes/feedback` and the rules of ownership in `authorization-matrix.ts`; every cell is asked over HTTP',
    'by `authorization.sqlite.test.ts`. Written by that test, not by hand.',
    '',
    'anonymous: no token. guest: no token, but an e-mail where the row takes one. author, other user: customers; the author wrote the record.',
    'staff, admin: operators. foreign: signed in to another project, without `X-Project-ID` or with that of this one. API key: a platform key',
    'instead of a token, which is nobody here.',
  ];
  return `${[...head, ...SITUATIONS.flatMap(renderTable)].join('\n')}\n`;
}

function renderTable(situation: Situation): string[] {
  const { title, explanation, callers } = situation;
  const rows = rowsOf(situation).map((row) => [
    `\`${nameOf(row)}\``,
    row.auth,
    ...callers.map((caller) => cell(expectedOf(row, caller, situation))),
  ]);
  const head = ['endpoint', 'auth', ...callers];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return ['', `## ${title}`, '', explanation, '', line(head), line(head.map(() => '---')), ...rows.map(line)];
}

function cell({ status, code }: Expected): string {
  return code === undefined ? String(status) : `**${status}** ${code}`;
}
