import type { Printer } from '../../output/printer.ts';
import { isolateDirection, oneLine } from '../../output/safe-text.ts';
import type { Column } from '../../output/table.ts';
import { changesOf, textOfChange } from './changes.ts';
import type { AuditEntry } from './pages.ts';

/** The changed fields and the reason as lines for people: removed values red, new ones green. */
export function paintChanges({ colors }: Pick<Printer, 'colors'>, row: Pick<AuditEntry, 'before' | 'after' | 'reason'>): string[] {
  const safe = (text: string): string => isolateDirection(oneLine(text));
  return [
    ...changesOf(row).flatMap(({ path, before, after }) => [
      ...(before === undefined ? [] : [colors.red(safe(`- ${path}: ${before}`))]),
      ...(after === undefined ? [] : [colors.green(safe(`+ ${path}: ${after}`))]),
    ]),
    ...(row.reason === null ? [] : [colors.dim(safe(`reason: ${row.reason}`))]),
  ];
}

/** The columns of the log. For people the changes are lines below the row. */
export function columnsFor(print: Printer): Column<AuditEntry>[] {
  const { time } = print;
  return [
    { title: 'ID', value: (row) => row.id, align: 'right', dropOrder: 4 },
    { title: 'Time', value: (row) => row.at, display: (row) => time(row.at), minCells: 14 },
    { title: 'Actor', value: (row) => row.actor, display: nameOfActor, isText: true, minCells: 12 },
    { title: 'Project', value: (row) => row.projectId, align: 'right', dropOrder: 3 },
    { title: 'Action', value: (row) => row.action, minCells: 18 },
    { title: 'Subject', value: (row) => row.subject, isText: true, minCells: 12 },
    { title: 'Target', value: (row) => row.target, isText: true, dropOrder: 1 },
    { title: 'Changes', value: (row) => changesOf(row).map(textOfChange).join('; '), below: (row) => paintChanges(print, row) },
    { title: 'Reason', value: (row) => row.reason, below: () => [] },
    { title: 'Address', value: (row) => row.address, dropOrder: 2 },
  ];
}

export function nameOfActor({ actor, actorName }: Pick<AuditEntry, 'actor' | 'actorName'>): string {
  return actorName === null ? actor : `${actorName} (${actor})`;
}
