import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined } from '../../input/arguments.ts';
import { isCode } from '../../input/codes.ts';
import { requireText } from '../../input/required.ts';
import { readEndTime } from '../../input/times.ts';
import { readProject } from '../../profiles/project.ts';
import { readPhone } from './phone.ts';

interface AddOptions {
  readonly project: number;
  readonly testPhone: { readonly phone: string; readonly code: string; readonly expiresAt?: string };
}

export default defineCommand<AddOptions>({
  async parse({ args: [text], options }, context) {
    const phone = readPhone(text);
    const expires = options.text('expires');
    return {
      project: await readProject(context),
      testPhone: {
        phone,
        code: await requireText(context, options.text('code'), { flag: '--code', message: 'Code of the phone:', check: checkCode }),
        ...omitUndefined({ expiresAt: expires === undefined ? undefined : readEndTime('--expires', expires, context.io.now()) }),
      },
    };
  },
  async run({ api, print }, { project, testPhone: body }) {
    const path = { id: project };
    const testPhone = await unwrap((await api()).POST('/api/v1/admin/projects/{id}/test-phones', { params: { path }, body }));
    const end = body.expiresAt === undefined ? '' : ` until ${body.expiresAt}`;
    print.done(`${testPhone.phone} is a test phone of project ${project}${end}.`, testPhone);
  },
});

function checkCode(text: string): true | string {
  return isCode(text, 4, 10) || 'It must be 4 to 10 digits.';
}
