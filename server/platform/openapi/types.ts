import type { Endpoint, EndpointLimit, Method } from '../http/endpoint.ts';
import type { JsonSchema } from './fixups.ts';

/** The part of OpenAPI 3.1 that our document uses. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Info;
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, PathItem>>;
  /** The requests that the server sends, by type of event. */
  readonly webhooks: Readonly<Record<string, object>>;
  readonly components: Components;
}

export interface Info {
  readonly title: string;
  readonly version: string;
  readonly summary: string;
  readonly description: string;
  readonly contact: { readonly name: string };
  readonly license: { readonly name: string; readonly identifier: string };
}

export type PathItem = Partial<Record<Method, Operation>>;

export interface Tag {
  readonly name: string;
  readonly description: string;
}

export interface Reference {
  readonly $ref: string;
}

export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly SecurityRequirement[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
  readonly 'x-diwan-auth'?: Endpoint['auth'];
  readonly 'x-diwan-limit'?: EndpointLimit;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

/** A request body and a success, for each operation by its id; `dryRun` is the answer to a dry run. */
export type OpenApiExamples = Readonly<Record<string, { readonly body?: unknown; readonly answer?: unknown; readonly dryRun?: unknown }>>;

export type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;

export interface RequestBody {
  readonly required: boolean;
  readonly content: Content;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Content;
  /** Values of `code` in the body of a refusal. */
  readonly 'x-diwan-codes'?: readonly string[];
}

export interface Components {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly headers: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
}

/** The codes that error bodies may have. The document lists them, and names their meaning where an operation refuses. */
export type KnownErrors = Readonly<
  Record<string, { readonly status: number; readonly otherStatuses?: readonly number[]; readonly meaning: { readonly en: string } }>
>;
