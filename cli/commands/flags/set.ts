import { usageError } from '../../errors.ts';
import { type Kit, type Raw, verb } from '../../kit.ts';
import { changeFlag } from './change.ts';
import { type Address, type Changes, readAddress, readChanges } from './flags.ts';

export default verb<{ address: Address; changes: Changes }>({
  async parse({ args, options }: Raw, kit: Kit) {
    const address = readAddress(args);
    const changes = await readChanges(kit, options);
    if (Object.keys(changes).length === 0) throw usageError('There is nothing to change.', 'give --on, --off, --config or --description');
    return { address, changes };
  },
  run: (kit, { address, changes }) => changeFlag(kit, address, changes),
});
