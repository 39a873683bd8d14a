import assert from 'node:assert/strict';
import pc from 'picocolors';
import { paintStatus } from '../../../cli/output/status-colors.ts';
import { type Column, renderTable } from '../../../cli/output/table.ts';

interface Row {
  readonly id: number;
  readonly status: string;
  readonly name: string;
  readonly note: string;
  readonly created: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'ID', value: ({ id }) => id, align: 'right' },
  { title: 'Status', value: ({ status }) => status, isStatus: true },
  { title: 'Name', value: ({ name }) => name, isText: true },
  { title: 'Note', value: ({ note }) => note, isText: true },
  { title: 'Created', value: ({ created }) => created, dropOrder: 1 },
];

const ROW = { id: 7, status: 'active', name: 'A name of 23 characters', note: 'n'.repeat(40), created: '3 days ago' };

function tableOf(row: Row, width: number): string[] {
  return renderTable(COLUMNS, [row], { width, heading: (text) => text, paintStatus: (word) => word }).split('\n');
}

describe('a table on a terminal', () => {
  it('shrinks the widest text column first', () => {
    assert.deepEqual(tableOf(ROW, 80), [
      'ID  Status  Name                     Note                             Created',
      ' 7  active  A name of 23 characters  nnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…  3 days ago',
    ]);
    assert.match(tableOf({ ...ROW, name: 'x'.repeat(60), note: 'a short note' }, 80)[1] ?? '', /x{27}… {2}a short note {2}3 days ago$/);
  });

  it('shrinks text columns of the same width together', () => {
    const [, line = ''] = tableOf(ROW, 62);
    assert.match(line, /^ 7 {2}active {2}A name of 23 char… {2}n{17}… {2}3 days ago$/u);
  });

  it('leaves out a column when text would become too narrow', () => {
    assert.deepEqual(tableOf(ROW, 40), ['ID  Status  Name           Note', ' 7  active  A name of 23…  nnnnnnnnnnnn…']);
  });

  it('never exceeds the width of the terminal', () => {
    for (let width = 40; width <= 130; width += 1)
      for (const line of tableOf(ROW, width)) assert.ok([...line].length <= width, `${width}: ${line}`);
  });

  it('has lines below a row, and further rows without titles', () => {
    const below: Column<Row> = { title: 'Diff', value: () => '', below: ({ note }) => [`+ ${note}`, '- none'] };
    const style = { width: 80, heading: (text: string) => text, paintStatus: (word: string) => word };
    const rows = [
      { ...ROW, note: 'one' },
      { ...ROW, id: 8, note: 'two' },
    ];
    const lines = renderTable([...COLUMNS.slice(0, 2), below], rows, style).split('\n');
    assert.deepEqual(lines, ['ID  Status', ' 7  active', '    + one', '    - none', ' 8  active', '    + two', '    - none']);
    const more = renderTable([{ title: 'ID', value: ({ id }) => id, minCells: 4, align: 'right' }, below], [ROW], {
      ...style,
      hasHeading: false,
    });
    assert.deepEqual(more.split('\n').slice(0, 1), ['   7']);
    const cards = renderTable([...COLUMNS, below], [ROW], { ...style, width: 20 }).split('\n');
    assert.deepEqual(cards.slice(-2), [`    + ${ROW.note}`, '    - none']);
  });

  it('colours the statuses that it knows', () => {
    const colors = pc.createColors(true);
    assert.equal(paintStatus(colors, 'suspended'), colors.red('suspended'));
    assert.equal(paintStatus(colors, 'pending'), colors.yellow('pending'));
    assert.equal(paintStatus(colors, 'toString'), 'toString');
    const painted = renderTable(COLUMNS, [ROW], { width: 80, heading: colors.bold, paintStatus: (word) => paintStatus(colors, word) });
    assert.ok(painted.includes(` ${colors.green('active')}  A name`), painted);
  });
});
