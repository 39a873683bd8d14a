import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.tsx';
import { Button } from '../controls/button.tsx';
import { ScrollBox } from './scroll-box.tsx';

export interface Column<T> {
  readonly key: string;
  readonly title: ReactNode;
  readonly render: (row: T) => ReactNode;
  readonly isNumeric?: boolean;
  /** The cell that names the row, for screen readers. */
  readonly isName?: boolean;
  /** Left out where the page is narrow. */
  readonly isExtra?: boolean;
}

interface TableProps<T> {
  /** The name of the list, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string | number;
}

/** A plain list of rows. It scrolls sideways in its own box where the page is too narrow. */
export function Table<T>({ label, columns, rows, rowKey }: TableProps<T>) {
  return (
    <ScrollBox label={label} className="table-box">
      <table className="table">
        <caption className="hidden-text">{label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={lookOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>{columns.map((column) => cell(column, row))}</tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function cell<T>(column: Column<T>, row: T) {
  const { key, render, isName } = column;
  const className = lookOf(column);
  if (!isName) {
    return (
      <td key={key} className={className}>
        {render(row)}
      </td>
    );
  }
  return (
    <th key={key} scope="row" className={className}>
      {render(row)}
    </th>
  );
}

function lookOf<T>({ isNumeric, isExtra }: Column<T>): string {
  return `${isNumeric ? 'numeric' : ''} ${isExtra ? 'extra' : ''}`.trim();
}

interface PagerProps {
  readonly page: number;
  readonly totalPages: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Below a list that the server gives in pages. */
export function Pager({ page, totalPages, total, onPage }: PagerProps) {
  const { common } = useTexts();
  if (totalPages <= 1) return null;
  return (
    <nav className="pager" aria-label={common.pages}>
      <Button onPress={() => onPage(page - 1)} isDisabled={page <= 1}>
        {common.previous}
      </Button>
      <Button onPress={() => onPage(page + 1)} isDisabled={page >= totalPages}>
        {common.next}
      </Button>
      <span className="small muted">{common.pageOf(page, totalPages, total)}</span>
    </nav>
  );
}
