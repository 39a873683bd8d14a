import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import express, { type Request, type Response } from 'express';
import { ApiError, validationError } from '../errors.ts';

const LIMIT_BYTES = 256 * 1024;
const MAX_DEPTH = 32;

const parseJson = express.json({ limit: LIMIT_BYTES, strict: true, type: () => true, verify: refuseBadBytes });

/**
 * The JSON body of a request; `{}` when there is neither body nor content type.
 * @throws ApiError 413 over 256 KiB, 415 for another type, charset or encoding, 400 for what is not JSON of a sane shape.
 */
export async function readJsonBody(req: Request, res: Response): Promise<unknown> {
  const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  const type = req.headers['content-type'];
  if (!hasBody && type === undefined) return {};
  if (type === undefined || !isJsonType(type)) throw new ApiError(415, 'unsupported_media_type', 'Send the body as application/json.');
  if (!hasBody) return {};
  await new Promise<void>((resolve, reject) => {
    parseJson(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(translate(error))));
  });
  const body: unknown = req.body;
  refuseBadShape(body);
  return body;
}

/** JSON is UTF-8 (RFC 8259); another charset is refused rather than guessed at. */
function isJsonType(header: string): boolean {
  const [type, ...parameters] = header.toLowerCase().split(';');
  if (type?.trim() !== 'application/json') return false;
  return parameters.every((parameter) => {
    const [name, value] = parameter.split('=');
    return name?.trim() !== 'charset' || value?.trim().replaceAll('"', '') === 'utf-8';
  });
}

/** body-parser puts a status of its own on what is thrown here; `translate` reads the message alone. */
function refuseBadBytes(_req: IncomingMessage, _res: unknown, bytes: Buffer): void {
  if (!isUtf8(bytes)) throw new Error('the body is not valid UTF-8');
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) throw new Error('the body must not start with a byte order mark');
}

/**
 * Bounds the nesting, which would exhaust the stack when written out again, and refuses `__proto__` as data: copying it would
 * change the copy's prototype. At the top level it is an unknown field like any other and dropped.
 */
function refuseBadShape(root: unknown): void {
  if (typeof root === 'object' && root !== null && Object.hasOwn(root, '__proto__')) Reflect.deleteProperty(root, '__proto__');
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw malformed(`the body is nested more than ${MAX_DEPTH} levels deep`);
    level = level.flatMap(childrenOf);
  }
}

function childrenOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Object.hasOwn(value, '__proto__')) throw malformed('the body must not contain a field named __proto__');
  return Object.values(value).filter((child) => typeof child === 'object' && child !== null);
}

function malformed(message: string): ApiError {
  return validationError([{ field: 'body', message }]);
}

function translate(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const type = 'type' in error ? error.type : undefined;
  if (type === 'entity.verify.failed') return malformed(error.message);
  if (type === 'entity.too.large') return new ApiError(413, 'payload_too_large', `The body must be at most ${LIMIT_BYTES} bytes.`);
  if (type === 'encoding.unsupported' || type === 'charset.unsupported') {
    return new ApiError(415, 'unsupported_media_type', 'This content encoding or charset is not supported.');
  }
  const status = 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status < 500 ? malformed('the body is not valid JSON') : error;
}
