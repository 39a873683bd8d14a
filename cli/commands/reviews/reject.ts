import { verb } from '../../kit.ts';
import { readIds } from '../arguments.ts';
import { forEachId } from '../many.ts';
import { decide } from './decide.ts';

interface RejectOptions {
  readonly ids: number[];
  readonly reason: string | undefined;
}

export default verb<RejectOptions>({
  parse({ args, options }) {
    const { reason } = options as Partial<RejectOptions>;
    return { ids: readIds(args), reason };
  },
  run: (kit, { ids, reason }) =>
    forEachId(kit, ids, { act: (id) => decide(kit, id, { status: 'rejected', reason }), said: (id) => `Review ${id} rejected.` }),
});
