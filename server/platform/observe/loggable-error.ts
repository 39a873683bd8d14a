const MAX_CAUSES = 3;
const LOGGED_FIELDS = ['code', 'errno', 'syscall', 'status'] as const;
/** Databases quote values of the statement: `Duplicate entry '+966…' for key`, `near '…' at line 1`. */
const REPEATED_VALUE = /\b(entry|value:?|near) (?:'.*'|".*")/gs;

/**
 * The loggable part of an error: name, message, stack, codes and causes. The statement and values of a database error are left out,
 * because they contain phones and digests.
 */
export function loggableError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { name: typeof error, message: String(error).slice(0, 200) };
  const message = error.message.replaceAll(REPEATED_VALUE, "$1 '…'");
  const fields = LOGGED_FIELDS.map((name) => [name, Reflect.get(error, name)] as const).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number',
  );
  const cause: unknown = error.cause ?? Reflect.get(error, 'parent');
  return {
    name: error.name,
    message,
    stack: stackOf(error, message),
    ...Object.fromEntries(fields),
    ...(cause === undefined || cause === error || depth >= MAX_CAUSES ? {} : { cause: loggableError(cause, depth + 1) }),
    // pino would log the name of a prototype's constructor as the type of the error
    __proto__: null,
  };
}

const REPORTED = Symbol('reported');

/** Marks an error that the log has a line about: it is one failure of many with the same cause. */
export function markReported(error: unknown): void {
  if (error instanceof Error) Object.assign(error, { [REPORTED]: true });
}

/** Whether the log has a line about the cause of the error. */
export function isReported(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error)) return false;
  if (REPORTED in error) return true;
  return depth < MAX_CAUSES && isReported(error.cause ?? Reflect.get(error, 'parent'), depth + 1);
}

/** The stack starts with the original message, so values are removed there too. */
function stackOf({ stack = '', message: original }: Error, message: string): string {
  return (original === '' ? stack : stack.replaceAll(original, () => message)).replaceAll(REPEATED_VALUE, "$1 '…'");
}
