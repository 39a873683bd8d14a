import { defineCommand } from '../../../command.ts';
import { EXIT } from '../../../errors/errors.ts';
import { readSlug } from '../../../input/arguments.ts';
import type { Column } from '../../../output/table.ts';
import { readSegments } from '../../segments/fields.ts';
import { readFlags } from '../fields.ts';
import { areEqual, type Differences, differencesOf } from './differences.ts';

interface Row {
  readonly kind: 'flag' | 'segment';
  readonly key: string;
  /** '' where only one app has the flag. */
  readonly field: string;
  readonly first: string;
  readonly second: string;
}

const FLAG_FIELDS = ['isEnabled', 'valueType', 'kind', 'targeting', 'config', 'description'] as const;
const SEGMENT_FIELDS = ['conditions', 'name'] as const;

export default defineCommand<{ slugs: readonly [first: string, second: string] }>({
  parse: ({ args: [first, second] }) => ({ slugs: [readSlug(first), readSlug(second)] }),
  async run(context, { slugs: [first, second] }) {
    const { print } = context;
    const [flags, otherFlags] = [await readFlags(context, first), await readFlags(context, second)];
    const [segments, otherSegments] = [await readSegments(context, first), await readSegments(context, second)];
    const found = {
      flags: differencesOf(flags, otherFlags, { keyOf: ({ flagKey }) => flagKey, fields: FLAG_FIELDS }),
      segments: differencesOf(segments, otherSegments, { keyOf: ({ key }) => key, fields: SEGMENT_FIELDS }),
    };
    const isEqual = areEqual(found.flags) && areEqual(found.segments);
    if (isEqual && print.isForPeople) print.note(`The flags and segments of ${first} and ${second} are the same.`);
    else print.rows(columnsFor(first, second), [...rowsOf('flag', found.flags), ...rowsOf('segment', found.segments)], found);
    return isEqual ? EXIT.done : EXIT.failed;
  },
});

function columnsFor(first: string, second: string): Column<Row>[] {
  return [
    { title: 'Kind', value: ({ kind }) => kind },
    { title: 'Key', value: ({ key }) => key },
    { title: 'Field', value: ({ field }) => field },
    { title: first, value: (row) => row.first, isText: true },
    { title: second, value: (row) => row.second, isText: true },
  ];
}

function rowsOf(kind: Row['kind'], { onlyFirst, onlySecond, different }: Differences): Row[] {
  return [
    ...onlyFirst.map((key) => ({ kind, key, field: '', first: 'present', second: 'absent' })),
    ...onlySecond.map((key) => ({ kind, key, field: '', first: 'absent', second: 'present' })),
    ...different.flatMap(({ key, fields }) =>
      fields.map(({ field, first, second }) => ({ kind, key, field, first: JSON.stringify(first), second: JSON.stringify(second) })),
    ),
  ];
}
