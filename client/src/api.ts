import type { paths } from '../../generated/api-types.ts';

export type { paths };
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Verb<M extends Method> = Lowercase<M> & keyof paths[keyof paths];

/** The paths of the document that have this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [V in Verb<M>]: object } ? P : never;
}[keyof paths];

export type Operation<M extends Method, P extends PathOf<M>> = paths[P][Verb<M>];

type ParametersOf<O, Where extends string> = O extends { parameters: infer A } ? (Where extends keyof A ? A[Where] : undefined) : undefined;
type BodyOf<O> = O extends { requestBody?: infer B }
  ? NonNullable<B> extends { content: { 'application/json': infer J } }
    ? J
    : undefined
  : undefined;
type Given<Name extends string, T> = [T] extends [undefined]
  ? { readonly [N in Name]?: undefined }
  : undefined extends T
    ? { readonly [N in Name]?: T }
    : { readonly [N in Name]: T };
type Json<R> = R extends { content: { 'application/json': infer J } } ? J : null;
type Success = 200 | 201 | 202 | 204;

/** The body of a successful answer, as the server sends it. */
export type Reply<O> = O extends { responses: infer R } ? { [S in keyof R & Success]: Json<R[S]> }[keyof R & Success] : undefined;

/** The values of a request: those of its path, its query and its body. */
export type RequestOptions<O> = Given<'params', ParametersOf<O, 'path'>> &
  Given<'query', ParametersOf<O, 'query'>> &
  Given<'body', BodyOf<O>> & {
    /** Your name for one act of the user, repeated by the app itself; made by the client where it is left out. */
    readonly idempotencyKey?: string | undefined;
  };

/** The options may be left out where nothing in them is required. */
export type RequestArguments<O> = object extends RequestOptions<O> ? [options?: RequestOptions<O>] : [options: RequestOptions<O>];

type Post<P extends PathOf<'POST'>> = Operation<'POST', P>;
type Get<P extends PathOf<'GET'>> = Operation<'GET', P>;
type Auth<Name extends string> = `/api/v2/auth/${Name}` & PathOf<'POST'>;

export type SignedIn = Reply<Post<Auth<'login'>>>;
export type User = SignedIn['user'];
export type Tokens = SignedIn['tokens'];
export type CodeSent = Reply<Post<Auth<'register-init'>>>;
export type PasswordLogin = BodyOf<Post<Auth<'login'>>>;
export type Registration = BodyOf<Post<Auth<'register-verify'>>>;
export type Message = Reply<Post<Auth<'logout'>>>;
export type Bootstrap = Reply<Get<'/api/v1/apps/{slug}/bootstrap'>>;
export type Evaluation = Reply<Post<'/api/v1/apps/{slug}/ofrep/v1/evaluate/flags'>>;
export type Batch = Reply<Post<'/api/v1/apps/{slug}/analytics/batch'>>;
