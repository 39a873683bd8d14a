import type { RequestHandler } from 'express';
import { wantsHtml } from './home.ts';
import { escapeHtml, sendHtml } from './html.ts';
import { rootFrom } from './web-page.ts';

/** 404 as a page, for a browser that opens an address without an endpoint. All other requests get the error body. */
export const notFoundPage: RequestHandler = (req, res, next) => {
  if ((req.method !== 'GET' && req.method !== 'HEAD') || !wantsHtml(req)) {
    next();
    return;
  }
  const { requestId } = res.locals.exchange;
  const body = `<p>There is no page at this address: check its spelling, or begin at the <a href="${rootFrom(req.path)}">start page</a>.</p>
<footer>Status 404, request ${escapeHtml(requestId)}</footer>`;
  sendHtml(res, 404, { title: 'Not found', body });
};
