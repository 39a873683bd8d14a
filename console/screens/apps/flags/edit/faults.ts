import type { FieldFault } from '../../../../state/problem.ts';

/** The messages of the server, each at the part of the form that it speaks of. */
export interface FormFaults {
  readonly description: string | undefined;
  /** By the index of the rule. */
  readonly rules: ReadonlyMap<number, readonly FieldFault[]>;
  readonly rest: readonly FieldFault[];
}

/** Sorts the faults of an answer; paths are shortened to the part that they stand beside. */
export function formFaults(faults: readonly FieldFault[]): FormFaults {
  const rules = new Map<number, FieldFault[]>();
  const rest: FieldFault[] = [];
  let description: string | undefined;
  for (const { field, message } of faults) {
    const [, index, part = ''] = /^targeting\.rules\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
    if (field === 'description') description = message;
    else if (index === undefined) rest.push({ field: field.replace(/^targeting\./, ''), message });
    else rules.set(Number(index), [...(rules.get(Number(index)) ?? []), { field: part, message }]);
  }
  return { description, rules, rest };
}
