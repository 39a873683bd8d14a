/** The pages of a server for browsers. */
export const PAGES = ['home', 'docs', 'openapi', 'ready'] as const;
