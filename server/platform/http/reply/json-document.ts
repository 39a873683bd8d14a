import { toJson } from '../../json.ts';
import type { StreamReply } from './reply.ts';

interface JsonDocument {
  /** The name under which a browser saves it. */
  readonly fileName: string;
  /** The first members of the object; at least one. */
  readonly head: object;
  /** The lists after them, page by page; the pages of a list follow each other. */
  readonly pages: AsyncIterable<{ readonly key: string; readonly records: readonly object[] }>;
  readonly failed?: (() => Promise<void>) | undefined;
}

/** A JSON object that is read page by page, while it is sent. Without its end it is no valid JSON. */
export function jsonReply({ fileName, head, pages, failed }: JsonDocument): StreamReply {
  return { stream: { type: 'application/json; charset=utf-8', fileName, chunks: textOf(head, pages), failed } };
}

async function* textOf(head: object, pages: JsonDocument['pages']): AsyncGenerator<string> {
  let opening = toJson(head).slice(0, -1);
  let open: string | null = null;
  let isFirst = true;
  for await (const { key, records } of pages) {
    if (key !== open) {
      opening += `${open === null ? '' : ']'},${toJson(key)}:[`;
      open = key;
      isFirst = true;
    }
    const text = records.map((record) => toJson(record)).join(',');
    yield opening + (isFirst || text === '' ? text : `,${text}`);
    opening = '';
    isFirst &&= text === '';
  }
  yield `${opening}${open === null ? '' : ']'}}`;
}
