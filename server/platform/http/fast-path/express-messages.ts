import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import type { Express, Response } from 'express';

/** The classes of Node's requests and responses. */
export type Messages = Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>>;

/**
 * Classes for `createServer` whose objects have the prototypes of `app` from the start. Express otherwise changes the prototype of every
 * request and response, which makes each later access to them slow, in Node's own code too.
 */
export function expressMessages(app: Express): Messages {
  class ApiRequest extends IncomingMessage {}
  class ApiResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    /** Set by `frontDoor`; declared so that all responses have one shape. */
    locals: Response['locals'] | undefined = undefined;
  }
  Object.setPrototypeOf(ApiRequest.prototype, app.request);
  Object.setPrototypeOf(ApiResponse.prototype, app.response);
  Object.assign(app, { request: ApiRequest.prototype, response: ApiResponse.prototype });
  return { IncomingMessage: ApiRequest, ServerResponse: ApiResponse };
}
