import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import express, { type Request, type Response } from 'express';
import { ApiError, unreadableBody, validationError } from '../../errors.ts';

const LIMIT_BYTES = 256 * 1024;
const MAX_DEPTH = 32;

const parseJson = express.json({ limit: LIMIT_BYTES, strict: false, type: () => true, verify: refuseBadBytes });
const parseRaw = express.raw({ limit: LIMIT_BYTES, type: () => true, inflate: false });

/**
 * The JSON body of a request; `{}` when there is neither body nor content type.
 * @throws ApiError 413 over 256 KiB, 415 for another type, charset or encoding, 400 for a body that is incomplete, not JSON, a single
 *   value, or too deep.
 */
export async function readJsonBody(req: Request, res: Response): Promise<unknown> {
  const length = Number(req.headers['content-length'] ?? 0);
  const hasBody = req.headers['transfer-encoding'] !== undefined || length > 0;
  const type = req.headers['content-type'];
  if (!hasBody && type === undefined) return {};
  requireJsonType(req);
  if (!hasBody) return {};
  // body-parser would read the whole body before it refuses it
  if (length > LIMIT_BYTES) throw tooLarge({ headers: { Connection: 'close' } });
  await new Promise<void>((resolve, reject) => {
    parseJson(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(translate(error))));
  });
  const body: unknown = req.body;
  // body-parser skips a request whose connection was closed before the body was read
  if (body === undefined) throw unreadableBody('the body is incomplete');
  if (typeof body !== 'object' || body === null) throw validationError([{ field: 'body', message: 'the body must be a JSON object' }]);
  refuseBadShape(body);
  return body;
}

/**
 * The bytes of a body, of any type, for callers that sign them.
 * @throws ApiError 413 over 256 KiB, 415 for an encoding, 400 for a body that is incomplete
 */
export async function readRawBody(req: Request, res: Response): Promise<Buffer> {
  const length = Number(req.headers['content-length'] ?? 0);
  if (length > LIMIT_BYTES) throw tooLarge({ headers: { Connection: 'close' } });
  await new Promise<void>((resolve, reject) => {
    parseRaw(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(translate(error))));
  });
  const body: unknown = req.body;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** @throws ApiError 415 `unsupported_media_type`, also without a type */
export function requireJsonType({ headers }: Request): void {
  const type = headers['content-type'];
  if (type === undefined || !isJsonType(type)) throw new ApiError(415, 'unsupported_media_type', 'Send the body as application/json.');
}

/** JSON is UTF-8 (RFC 8259), so any other charset is refused. */
function isJsonType(header: string): boolean {
  const [type, ...parameters] = header.toLowerCase().split(';');
  if (type?.trim() !== 'application/json') return false;
  return parameters.every((parameter) => {
    const [name, value] = parameter.split('=');
    return name?.trim() !== 'charset' || value?.trim().replaceAll('"', '') === 'utf-8';
  });
}

/** body-parser adds its own status to these errors; `translate` uses only the message. */
function refuseBadBytes(_req: IncomingMessage, _res: unknown, bytes: Buffer): void {
  if (!isUtf8(bytes)) throw new Error('the body is not valid UTF-8');
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) throw new Error('the body must not start with a byte order mark');
}

/**
 * Bounds the nesting, because serialising a deep value exhausts the stack, and refuses `__proto__` as data, because copying it would
 * change the copy's prototype. At the top level `__proto__` is dropped like any other unknown field.
 */
function refuseBadShape(root: unknown): void {
  if (typeof root === 'object' && root !== null && Object.hasOwn(root, '__proto__')) Reflect.deleteProperty(root, '__proto__');
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw unreadableBody(`the body is nested more than ${MAX_DEPTH} levels deep`);
    level = level.flatMap(childrenOf);
  }
}

function childrenOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Object.hasOwn(value, '__proto__')) throw unreadableBody('the body must not contain a field named __proto__');
  return Object.values(value).filter((child) => typeof child === 'object' && child !== null);
}

function tooLarge(extras?: ApiError['extras']): ApiError {
  return new ApiError(413, 'payload_too_large', `The body must be at most ${LIMIT_BYTES} bytes.`, extras);
}

function translate(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const type = 'type' in error ? error.type : undefined;
  if (type === 'entity.verify.failed') return unreadableBody(error.message);
  if (type === 'entity.too.large') return tooLarge();
  if (type === 'encoding.unsupported' || type === 'charset.unsupported') {
    return new ApiError(415, 'unsupported_media_type', 'This content encoding or charset is not supported.');
  }
  const status = 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status < 500 ? unreadableBody('the body is not valid JSON') : error;
}
