import type { ReactNode } from 'react';
import {
  Table as AriaTable,
  Cell,
  Checkbox,
  Column as ColumnHeader,
  Row,
  type Selection,
  TableBody,
  TableHeader,
} from 'react-aria-components';
import { CheckIcon } from '../layout/icons.tsx';
import { ScrollBox } from './scroll-box.tsx';
import type { Column } from './table.tsx';

interface SelectTableProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (keys: ReadonlySet<string>) => void;
  /** Enter or a click on a row. */
  readonly onOpen?: (key: string) => void;
  readonly empty?: ReactNode;
}

/** A list whose rows can be ticked, by keyboard too. */
export function SelectTable<T>({ label, columns, rows, rowKey, selected, onSelect, onOpen, empty }: SelectTableProps<T>) {
  const select = (keys: Selection): void => onSelect(keys === 'all' ? new Set(rows.map(rowKey)) : new Set([...keys].map(String)));
  const open = onOpen === undefined ? {} : { onRowAction: (key: string | number) => onOpen(String(key)) };
  return (
    <ScrollBox label={label} className="table-box">
      <AriaTable className="table" aria-label={label} selectionMode="multiple" selectedKeys={selected} onSelectionChange={select} {...open}>
        <TableHeader>
          <ColumnHeader>
            <Tick />
          </ColumnHeader>
          {columns.map(({ key, title, isName, isNumeric }) => (
            <ColumnHeader key={key} id={key} isRowHeader={isName ?? false} className={isNumeric ? 'numeric' : ''}>
              {title}
            </ColumnHeader>
          ))}
        </TableHeader>
        <TableBody renderEmptyState={() => empty}>
          {rows.map((row) => (
            <Row key={rowKey(row)} id={rowKey(row)}>
              <Cell>
                <Tick />
              </Cell>
              {columns.map(({ key, render, isNumeric }) => (
                <Cell key={key} className={isNumeric ? 'numeric' : ''}>
                  {render(row)}
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </AriaTable>
    </ScrollBox>
  );
}

function Tick() {
  return (
    <Checkbox slot="selection" className="check">
      <span className="box">
        <CheckIcon />
      </span>
    </Checkbox>
  );
}
