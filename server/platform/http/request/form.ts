import type { Response as ExpressResponse, Request } from 'express';
import { ApiError, unreadableBody } from '../../errors.ts';
import { readRawBody } from './body.ts';

/** The two ways in which browsers and mail programs send a form. */
const TYPES: readonly string[] = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** The text fields of a form, the first of each name. */
export type Form = ReadonlyMap<string, string>;

/**
 * Reads a form.
 * @throws ApiError 413 over 256 KiB, 415 for another type or an encoding, 400 for a body that is incomplete or no form
 */
export async function readForm(req: Request, res: ExpressResponse): Promise<Form> {
  const type = req.headers['content-type'] ?? '';
  if (!TYPES.includes(type.split(';', 1)[0]?.trim().toLowerCase() ?? ''))
    throw new ApiError(415, 'unsupported_media_type', `Send the form as ${TYPES.join(' or ')}.`);
  const body = await readRawBody(req, res);
  const fields = await new Response(body, { headers: { 'Content-Type': type } }).formData().catch(() => {
    throw unreadableBody('the body is not a form');
  });
  const form = new Map<string, string>();
  for (const [name, value] of fields) if (typeof value === 'string' && !form.has(name)) form.set(name, value);
  return form;
}
