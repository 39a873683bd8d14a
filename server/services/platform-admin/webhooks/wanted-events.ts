import type { Fault } from '../../../platform/errors.ts';
import { matches } from '../../../platform/outgoing/subscriptions.ts';
import { EVENT_TYPES, isPlatformType } from '../../../platform/outgoing/types.ts';

/** The faults of the types and patterns that a webhook wants; `projectId` is null for a webhook of all projects. */
export function eventFaults(events: readonly string[], projectId: number | null): Fault[] {
  return events.flatMap((pattern) => {
    const types = Object.keys(EVENT_TYPES).filter((type) => matches(pattern, type));
    if (types.length === 0)
      return [{ field: 'events', message: `${pattern} is no type of event, nor a pattern of types such as review.*` }];
    if (projectId === null || !types.every(isPlatformType)) return [];
    return [{ field: 'events', message: `${pattern} belongs to the platform: only a webhook of all projects gets it` }];
  });
}
