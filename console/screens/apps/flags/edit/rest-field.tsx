import { useTexts } from '../../../../i18n/texts.tsx';
import type { FieldFault } from '../../../../state/problem.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { TextBox } from '../../../../ui/controls/fields.tsx';
import { Code } from '../../../../ui/layout/pieces.tsx';
import { REST_EXAMPLE, type RestFault } from './draft/rest.ts';

interface RestFieldProps {
  readonly value: string;
  /** Why it is no JSON that can be sent. */
  readonly fault: RestFault | null;
  /** The server's own messages. */
  readonly faults: readonly FieldFault[];
  readonly onChange: (value: string) => void;
}

/** Variants, times and prerequisites as JSON. */
export function RestField({ value, fault, faults, onChange }: RestFieldProps) {
  const { flags } = useTexts();
  const { form } = flags;
  const isEmpty = /^\s*(\{\s*\})?\s*$/.test(value);
  const unreadable = useUnreadable(fault);
  const [first, ...others] = faults;
  const shown = unreadable ?? (first === undefined ? undefined : `${first.field} ${first.message}`);
  return (
    <div className="stack tight">
      <TextBox
        label={form.rest}
        hint={form.restHint}
        value={value}
        fault={shown}
        onChange={onChange}
        rows={Math.min(16, Math.max(4, value.split('\n').length + 1))}
        isCode
      />
      {unreadable === undefined
        ? others.map(({ field, message }) => (
            <p key={`${field} ${message}`} className="small fault">
              <Code>{field}</Code> {message}
            </p>
          ))
        : null}
      {isEmpty ? (
        <div>
          <Button look="link" onPress={() => onChange(REST_EXAMPLE)}>
            {form.restExample}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function useUnreadable(fault: RestFault | null): string | undefined {
  const { form } = useTexts().flags;
  if (fault === null) return undefined;
  if (fault.kind === 'object') return form.notObject;
  return fault.kind === 'key' ? form.unknownKey(fault.message) : form.badJson(fault.message);
}
