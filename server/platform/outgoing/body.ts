import type { EventTexts, OutgoingEvent } from './event.ts';

/**
 * The body of a delivery: JSON with the fields of the event in this order, byte by byte the same in every try. `texts` are for webhooks
 * with `content`, and become `data.texts`.
 */
export function bodyOf(event: OutgoingEvent, texts: EventTexts | null = null): string {
  const { id, type, timestamp, projectId, subject, revision, actor, data } = event;
  return JSON.stringify({ id, type, timestamp, projectId, subject, revision, actor, data: texts === null ? data : { ...data, texts } });
}
