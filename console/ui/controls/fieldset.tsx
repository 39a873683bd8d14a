import type { ReactNode } from 'react';

/** Several boxes to tick below one name. */
export function Fieldset({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <fieldset className="field fieldset">
      <legend className="label">{label}</legend>
      <div className="fieldset-body">{children}</div>
    </fieldset>
  );
}
