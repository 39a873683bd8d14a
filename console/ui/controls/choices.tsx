import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Checkbox as AriaCheckbox, Switch as AriaSwitch } from 'react-aria-components';
import { CheckIcon, ChevronIcon } from '../layout/icons.tsx';

interface SelectProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
  readonly hint?: ReactNode;
  readonly isLabelHidden?: boolean;
  readonly isDisabled?: boolean;
}

/** One of a few values: the browser's own list, which phones show in their way. */
export function Select<T extends string>({
  label,
  value,
  options,
  onChange,
  hint,
  isLabelHidden = false,
  isDisabled = false,
}: SelectProps<T>) {
  const id = useId();
  const choose = (chosen: string): void => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option !== undefined) onChange(option.value);
  };
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelHidden ? 'hidden-text' : 'label'}>
        {label}
      </label>
      <span className="select">
        <select id={id} className="input" value={value} disabled={isDisabled} onChange={(event) => choose(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronIcon />
      </span>
      {hint === undefined ? null : <span className="hint">{hint}</span>}
    </div>
  );
}

interface PillsProps<T extends string> {
  readonly label: string;
  /** Null before a choice. */
  readonly value: T | null;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
  readonly autoFocus?: boolean;
}

/** One of a few values, all of them in sight: arrow keys choose. */
export function Pills<T extends string>({ label, value, options, onChange, autoFocus = false }: PillsProps<T>) {
  const name = useId();
  const first = useRef<HTMLInputElement>(null);
  const focused = value ?? options[0]?.value;
  useEffect(() => {
    if (autoFocus) first.current?.focus();
  }, [autoFocus]);
  return (
    <fieldset className="pills">
      <legend className="label">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            ref={autoFocus && option.value === focused ? first : undefined}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

interface CheckProps {
  readonly children: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
  /** The name, where the text is not beside the box. */
  readonly label?: string;
}

/** A box to tick. */
export function Checkbox({ children, label, ...rest }: CheckProps) {
  return (
    <AriaCheckbox className="check" {...rest} {...(label === undefined ? {} : { 'aria-label': label })}>
      <span className="box">
        <CheckIcon />
      </span>
      {children}
    </AriaCheckbox>
  );
}

/** On or off, at once. */
export function Switch({ children, label, ...rest }: CheckProps) {
  return (
    <AriaSwitch className="check" {...rest} {...(label === undefined ? {} : { 'aria-label': label })}>
      <span className="track" />
      {children}
    </AriaSwitch>
  );
}
