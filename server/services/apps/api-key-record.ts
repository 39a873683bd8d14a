import type { ApiKey } from '../../../models/apps/ApiKey.ts';
import { type Scope, scopesOfColumn } from '../../platform/auth/scopes.ts';

/** An issued API key without its secret. */
export interface ApiKeyRecord {
  readonly id: number;
  readonly name: string;
  /** The public part that a key is found by. */
  readonly prefix: string;
  readonly scopes: Scope[];
  /** null for a key of all projects. */
  readonly projectId: number | null;
  /** The key that issued it, if one did. */
  readonly parentId: number | null;
  /** null for all apps of its project. */
  readonly apps: string[] | null;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
}

export function toApiKeyRecord({
  id,
  name,
  prefix,
  scopes,
  homeProjectId: projectId,
  parentId,
  apps,
  expiresAt,
  lastUsedAt,
  createdAt,
}: ApiKey): ApiKeyRecord {
  return {
    id,
    name,
    prefix,
    scopes: scopesOfColumn(scopes),
    projectId,
    parentId,
    apps: apps === null ? null : JSON.parse(apps),
    expiresAt,
    lastUsedAt,
    createdAt,
  };
}
