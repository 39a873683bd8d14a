import { useState } from 'react';
import { useTexts } from '../../../../i18n/texts.tsx';
import { Select } from '../../../../ui/controls/choices.tsx';
import type { Serve } from '../data.ts';

interface ServeSelectProps {
  readonly label: string;
  /** Null for a draw among all variants, or on where there are none. */
  readonly value: Serve | null;
  readonly variants: readonly string[];
  readonly onChange: (serve: Serve | null) => void;
}

const VARIANT = 'variant:';

/** People get a variant or a draw. A draw that was set elsewhere remains a choice. */
export function ServeSelect({ label, value, variants, onChange }: ServeSelectProps) {
  const options = useServeOptions(variants, value);
  return <Select label={label} value={options.chosen} options={options.list} onChange={(name) => onChange(options.serveOf(name))} />;
}

/** The choices of such a list, and what each one means. */
export function useServeOptions(variants: readonly string[], value: Serve | null) {
  const { flags } = useTexts();
  const { form } = flags;
  // chosen away by mistake, it must still be there to choose
  const [split] = useState(typeof value === 'object' ? value : null);
  const keys = typeof value === 'string' && !variants.includes(value) ? [...variants, value] : variants;
  const list = [
    { value: 'draw', label: variants.length === 0 ? form.serveOn : form.serveDraw },
    ...keys.map((key) => ({ value: `${VARIANT}${key}`, label: key })),
    ...(split === null ? [] : [{ value: 'split', label: form.serveSplit }]),
  ];
  const chosen = value === null ? 'draw' : typeof value === 'string' ? `${VARIANT}${value}` : 'split';
  const serveOf = (name: string): Serve | null => {
    if (name.startsWith(VARIANT)) return name.slice(VARIANT.length);
    return name === 'split' ? split : null;
  };
  return { list, chosen, serveOf };
}
