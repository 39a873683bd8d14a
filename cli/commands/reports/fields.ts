import type { components } from '../../../generated/api-types.ts';
import type { Field, Printer } from '../../output/printer.ts';

export type ReportGroup = components['schemas']['ReportGroup'];

export const STATES = ['open', 'dismissed', 'removed'] as const satisfies readonly ReportGroup['state'][];
export const ENTITY_TYPES = ['review', 'post', 'comment'] as const satisfies readonly ReportGroup['entityType'][];

/** The reports of one thing, without its content. */
export function reportFields(print: Printer, { count, firstAt, lastAt, ...group }: ReportGroup): Field[] {
  return [
    ['Reports', `${count} (${reasonsOf(group)})`],
    ['First report', print.time(firstAt)],
    ['Last report', print.time(lastAt)],
  ];
}

/** The reasons that were given, such as `spam 2, abuse 1`. */
export function reasonsOf({ reasons }: Pick<ReportGroup, 'reasons'>): string {
  const given = Object.entries(reasons).filter(([, count]) => count > 0);
  return given.map(([reason, count]) => `${reason} ${count}`).join(', ');
}
