import type { Printer } from '../../output/printer.ts';
import { isolateDirection, oneLine } from '../../output/safe-text.ts';
import type { Column } from '../../output/table.ts';
import { changesOf, textOfChange } from './changes.ts';
import type { AuditEntry } from './pages.ts';

/** The columns of the log. For people the changes are lines below the row, removed values red and new ones green. */
export function columnsFor({ time, colors }: Printer): Column<AuditEntry>[] {
  const safe = (text: string): string => isolateDirection(oneLine(text));
  const paintChanges = (row: AuditEntry): string[] => [
    ...changesOf(row).flatMap(({ path, before, after }) => [
      ...(before === undefined ? [] : [colors.red(safe(`- ${path}: ${before}`))]),
      ...(after === undefined ? [] : [colors.green(safe(`+ ${path}: ${after}`))]),
    ]),
    ...(row.reason === null ? [] : [colors.dim(safe(`reason: ${row.reason}`))]),
  ];
  return [
    { title: 'ID', value: (row) => row.id, align: 'right', dropOrder: 4 },
    { title: 'Time', value: (row) => row.at, display: (row) => time(row.at), minCells: 14 },
    { title: 'Actor', value: (row) => row.actor, display: nameOfActor, isText: true, minCells: 12 },
    { title: 'Project', value: (row) => row.projectId, align: 'right', dropOrder: 3 },
    { title: 'Action', value: (row) => row.action, minCells: 18 },
    { title: 'Subject', value: (row) => row.subject, isText: true, minCells: 12 },
    { title: 'Target', value: (row) => row.target, isText: true, dropOrder: 1 },
    { title: 'Changes', value: (row) => changesOf(row).map(textOfChange).join('; '), below: paintChanges },
    { title: 'Reason', value: (row) => row.reason, below: () => [] },
    { title: 'Address', value: (row) => row.address, dropOrder: 2 },
  ];
}

function nameOfActor({ actor, actorName }: AuditEntry): string {
  return actorName === null ? actor : `${actorName} (${actor})`;
}
