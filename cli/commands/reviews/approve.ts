import { verb } from '../../kit.ts';
import { readIds } from '../arguments.ts';
import { forEachId } from '../many.ts';
import { decide } from './decide.ts';

export default verb<{ ids: number[] }>({
  parse: ({ args }) => ({ ids: readIds(args) }),
  run: (kit, { ids }) =>
    forEachId(kit, ids, { act: (id) => decide(kit, id, { status: 'approved' }), said: (id) => `Review ${id} approved.` }),
});
