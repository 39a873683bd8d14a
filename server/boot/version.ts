/** The version in package.json; an architecture test keeps the two equal. */
export const VERSION = '0.2.0';
