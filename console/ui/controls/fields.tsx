import { type HTMLAttributes, type ReactNode, useState } from 'react';
import {
  TextField as AriaTextField,
  FieldError,
  Input,
  type InputProps,
  Label,
  Text,
  TextArea,
  type TextFieldProps,
} from 'react-aria-components';
import { useTexts } from '../../i18n/texts.tsx';
import { Button } from './button.tsx';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly name?: string;
  readonly hint?: ReactNode;
  /** The reason why the value is wrong, as the server gave it, see `faultsByField`. */
  readonly fault?: string | undefined;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  readonly autoFocus?: boolean;
  readonly autoComplete?: string;
  readonly maxLength?: number;
  readonly type?: 'text' | 'email' | 'password' | 'search' | 'tel' | 'url' | 'datetime-local' | 'date' | 'number';
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  readonly placeholder?: string;
  /** `ltr` for what is never Arabic, such as a slug or a version; else the text decides. */
  readonly dir?: 'ltr' | 'auto';
  /** Set where the label is only for screen readers. */
  readonly isLabelHidden?: boolean;
}

/** One line of text. */
export function TextField(props: FieldProps) {
  const { dir = 'auto', placeholder, inputMode, hint, fault } = props;
  const input: InputProps = { className: 'input', dir, ...given({ placeholder, inputMode }) };
  return (
    <AriaTextField {...fieldProps(props)}>
      <FieldLabel {...props} />
      <Input {...input} />
      <FieldNotes hint={hint} fault={fault} />
    </AriaTextField>
  );
}

/** Several lines of text. */
export function TextBox({ rows = 4, ...props }: FieldProps & { readonly rows?: number; readonly isCode?: boolean }) {
  const { dir = 'auto', placeholder, isCode = false, hint, fault } = props;
  return (
    <AriaTextField {...fieldProps(props)}>
      <FieldLabel {...props} />
      <TextArea className={isCode ? 'input code' : 'input'} rows={rows} dir={isCode ? 'ltr' : dir} {...given({ placeholder })} />
      <FieldNotes hint={hint} fault={fault} />
    </AriaTextField>
  );
}

/** A password, which the reader may look at. */
export function PasswordField(props: FieldProps) {
  const { common } = useTexts();
  const [isShown, show] = useState(false);
  return (
    <AriaTextField {...fieldProps(props)} type={isShown ? 'text' : 'password'}>
      <FieldLabel {...props} />
      <div className="line">
        <Input className="input" dir="ltr" />
        <Button onPress={() => show(!isShown)} label={isShown ? common.hidePassword : common.showPassword}>
          {isShown ? common.hide : common.show}
        </Button>
      </div>
      <FieldNotes hint={props.hint} fault={props.fault} />
    </AriaTextField>
  );
}

function FieldLabel({ label, isLabelHidden = false }: FieldProps) {
  return <Label className={isLabelHidden ? 'hidden-text' : 'label'}>{label}</Label>;
}

function FieldNotes({ hint, fault }: { readonly hint?: ReactNode; readonly fault?: string | undefined }) {
  return (
    <>
      {hint === undefined ? null : (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="fault">{fault}</FieldError>
    </>
  );
}

function fieldProps({ value, onChange, name, fault, autoComplete, maxLength, type, ...rest }: FieldProps): TextFieldProps {
  return {
    className: 'field',
    value,
    onChange,
    isInvalid: fault !== undefined,
    // the server judges; the browser's own bubbles would come before its messages
    validationBehavior: 'aria',
    isRequired: rest.isRequired ?? false,
    isDisabled: rest.isDisabled ?? false,
    autoFocus: rest.autoFocus ?? false,
    ...given({ name, autoComplete, maxLength, type }),
  };
}

/** Without the properties that are undefined, which React Aria takes for values. */
function given<T extends object>(properties: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(properties).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
