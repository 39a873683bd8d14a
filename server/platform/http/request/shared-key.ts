import type { Request } from 'express';
import type { ProjectInfo } from '../../context.ts';
import type { RawInput } from '../input/validate.ts';

interface SharedRequest {
  /** The pattern of the endpoint's path. */
  readonly route: string;
  readonly project: ProjectInfo | null;
  /** The parsed input, so that other spellings of a request are equal to it. */
  readonly input: RawInput;
}

/**
 * Equal for requests that get the same answer: of one endpoint and project, with equal input in whatever order their query names it. null
 * with credentials, even invalid ones: only a request that sends none is certainly like all others.
 */
export function sharedKeyOf({ headers }: Request, { route, project, input }: SharedRequest): string | null {
  if (headers.authorization !== undefined || headers['x-api-key'] !== undefined) return null;
  return JSON.stringify([route, project?.id ?? null, inOrder(input.params), inOrder(input.query)]);
}

function inOrder(part: unknown): [string, unknown][] {
  return Object.entries(part as object).sort(([left], [right]) => (left < right ? -1 : 1));
}
