import type { Clock } from '../../platform/clock.ts';
import type { TextReaders } from '../../platform/outgoing/event.ts';
import { maintenanceTexts } from '../../services/apps/maintenance/event-texts.ts';
import { feedbackTexts } from '../../services/feedback/event-texts.ts';

/** The readers of all services, by the first word of a subject. */
export function composeEventTexts(clock: Clock): TextReaders {
  return { ...feedbackTexts(clock), ...maintenanceTexts };
}
