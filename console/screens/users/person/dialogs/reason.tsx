import { useTexts } from '../../../../i18n/texts.tsx';
import { faultsByField } from '../../../../state/problem.ts';
import { TextField } from '../../../../ui/controls/fields.tsx';

interface ReasonProps {
  readonly reason: string;
  readonly onChange: (reason: string) => void;
  readonly error: unknown;
  readonly isRequired?: boolean;
}

/** Why an admin acts, for the audit log. */
export function Reason({ reason, onChange, error, isRequired = false }: ReasonProps) {
  const { admin } = useTexts().users;
  return (
    <TextField
      label={isRequired ? admin.reason : admin.optionalReason}
      hint={admin.reasonHint}
      value={reason}
      onChange={onChange}
      name="reason"
      maxLength={500}
      autoComplete="off"
      fault={faultsByField(error)['reason']}
      isRequired={isRequired}
    />
  );
}
