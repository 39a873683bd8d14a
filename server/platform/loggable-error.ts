const MAX_CAUSES = 3;
const FACTS = ['code', 'errno', 'syscall', 'status'] as const;
/** Where databases repeat the values of a statement: `Duplicate entry '+966…' for key`, `near '…' at line 1`. */
const REPEATED_VALUE = /\b(entry|value:?|near) (?:'.*'|".*")/gs;

/**
 * What the log may hold of an error: its name, message, stack, codes and causes. An error of the database carries the statement
 * with its values as well, phones and digests among them, and these stay out.
 */
export function loggableError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { name: typeof error, message: String(error).slice(0, 200) };
  const message = error.message.replaceAll(REPEATED_VALUE, "$1 '…'");
  const facts = FACTS.map((name) => [name, Reflect.get(error, name)] as const).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number',
  );
  const cause: unknown = error.cause ?? Reflect.get(error, 'parent');
  return {
    name: error.name,
    message,
    stack: stackOf(error, message),
    ...Object.fromEntries(facts),
    ...(cause === undefined || cause === error || depth >= MAX_CAUSES ? {} : { cause: loggableError(cause, depth + 1) }),
    // pino takes what has a prototype for a class and writes that down as the error's type
    __proto__: null,
  };
}

/** The stack begins with the message as it was when the error was made. */
function stackOf({ stack = '', message: given }: Error, message: string): string {
  return (given === '' ? stack : stack.replaceAll(given, () => message)).replaceAll(REPEATED_VALUE, "$1 '…'");
}
