/** The version of the package; a house test keeps the two equal. */
export const VERSION = '0.1.0';
