import { SearchIcon } from '../layout/icons.tsx';

interface SearchButtonProps {
  readonly label: string;
  readonly shortcut: string;
  readonly onPress: () => void;
}

/** Looks like a search field and opens the search. */
export function SearchButton({ label, shortcut, onPress }: SearchButtonProps) {
  return (
    <button type="button" className="button find" aria-label={label} onClick={onPress}>
      <SearchIcon />
      <span>{label}</span>
      <span className="key" data-key={shortcut} />
    </button>
  );
}
