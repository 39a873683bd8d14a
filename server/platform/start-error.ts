/** The start cannot succeed. The message is a sentence with the next step; a stack would not help the operator. */
export class StartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartError';
  }
}

/** The name that Node gives to a failure of the system, such as `EACCES`. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

const CANNOT_WRITE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT', 'ENOSPC']);

/** Runs `work`, which creates files in a folder. @throws StartError when the server may not write there */
export function writingTo<T>(folder: string, settings: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = systemCode(error);
    if (!CANNOT_WRITE.has(code)) throw error;
    const advice = `let the user that runs the server write there, or choose another folder by ${settings}`;
    throw new StartError(`The server cannot write to the folder ${folder} (${code}): ${advice}.`, error);
  }
}
