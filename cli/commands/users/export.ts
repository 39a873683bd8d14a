import { type FileHandle, open, rm } from 'node:fs/promises';
import { type CommandContext, defineCommand } from '../../command.ts';
import { CliError, EXIT, messageOf, systemCode, usageError } from '../../errors/errors.ts';
import { download, toStdout } from '../../http/download.ts';
import { formatCount } from '../../output/chart.ts';
import { clearProgress, drawProgress } from '../../output/progress.ts';
import { readUserId } from './fields.ts';

interface ExportOptions {
  readonly id: string;
  /** undefined for stdout. */
  readonly file: string | undefined;
}

export default defineCommand<ExportOptions>({
  parse({ args: [id], options }, { options: { format, jq } }) {
    if (jq !== undefined || (format !== undefined && format !== 'json'))
      throw usageError('An export is one JSON document, whatever its length.', 'save it with --file, or pipe it into `jq`');
    return { id: readUserId(id), file: options.text('file') };
  },
  async run(context, { id, file }) {
    const path = `/api/v2/auth/admin/users/${id}/export`;
    if (file !== undefined) return save(context, path, { id, file });
    await download(context, { path, accept: 'application/json', take: toStdout(context) });
    context.io.stdout.write('\n');
  },
});

/** Saves the document where only the user can read it. A file that is not complete is removed. */
async function save(context: CommandContext, path: string, { id, file }: { id: string; file: string }): Promise<void> {
  const handle = await create(file);
  try {
    const bytes = await fill(handle, context, { path, file });
    context.print.done(`The data of user ${id} is in ${file}: ${formatCount(bytes)} bytes.`, { file, bytes });
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

async function create(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    if (systemCode(error) === 'EEXIST') throw usageError(`${file} exists already.`, 'choose another --file, or remove it first');
    throw notWritable(file, error);
  }
}

async function fill(handle: FileHandle, context: CommandContext, { path, file }: { path: string; file: string }): Promise<number> {
  let bytes = 0;
  const take = async (part: Uint8Array): Promise<void> => {
    await handle.appendFile(part).catch((error: unknown) => {
      throw notWritable(file, error);
    });
    bytes += part.byteLength;
    drawProgress(context.io, `received ${formatCount(bytes)} bytes`);
  };
  await download(context, { path, accept: 'application/json', take }).finally(() => clearProgress(context.io));
  return bytes;
}

function notWritable(file: string, error: unknown): CliError {
  const message = `${file} cannot be written: ${messageOf(error)}`;
  return new CliError({ exit: EXIT.usage, code: 'usage', message, hint: 'choose another --file' });
}
