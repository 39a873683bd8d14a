import { defineCommand } from '../../command.ts';
import { EXIT } from '../../errors/errors.ts';
import { unwrap } from '../../http/client.ts';
import { readId } from '../../input/arguments.ts';
import { isolateDirection, oneLine } from '../../output/safe-text.ts';

export default defineCommand<{ id: number }>({
  parse: ({ args: [id] }) => ({ id: readId(id) }),
  async run({ api, print }, path) {
    const answer = await unwrap((await api()).POST('/api/v1/admin/webhooks/{id}/test', { params: { path } }));
    const { status, ms, body, error } = answer;
    const isSuccess = status !== null && status >= 200 && status < 300;
    print.done(`${status === null ? `No answer: ${error ?? 'unknown'}` : `The receiver answered ${status}`} after ${ms} ms.`, answer);
    if (print.isForPeople && body) print.note(isolateDirection(oneLine(body)));
    return isSuccess ? EXIT.done : EXIT.failed;
  },
});
