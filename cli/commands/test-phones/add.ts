import { unwrap } from '../../http/client.ts';
import { type Kit, type Raw, verb } from '../../kit.ts';
import { given } from '../arguments.ts';
import { required } from '../ask.ts';
import { projectOf } from '../project.ts';
import { readUntil } from '../until.ts';
import { readPhone } from './phone.ts';

interface AddOptions {
  readonly project: number;
  readonly testPhone: { readonly phone: string; readonly code: string; readonly expiresAt?: string };
}

export default verb<AddOptions>({
  async parse({ args: [word], options }: Raw, kit: Kit) {
    const phone = readPhone(word);
    const { code, expires } = options as { code?: string; expires?: string };
    return {
      project: await projectOf(kit),
      testPhone: {
        phone,
        code: await required(kit, code, { flag: '--code', message: 'Its code:', check: checkCode }),
        ...given({ expiresAt: expires === undefined ? undefined : readUntil('--expires', expires, kit.io.now()) }),
      },
    };
  },
  async run({ api, print }, { project, testPhone: body }) {
    const path = { id: project };
    const testPhone = await unwrap((await api()).POST('/api/v1/admin/projects/{id}/test-phones', { params: { path }, body }));
    print.done(`${testPhone.phone} is a test phone of project ${project}.`, testPhone);
  },
});

/** The rule of the API for codes. */
function checkCode(text: string): true | string {
  return /^[0-9]{4,10}$/.test(text) || 'It must be 4 to 10 digits.';
}
