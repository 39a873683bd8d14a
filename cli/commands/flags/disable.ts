import { verb } from '../../kit.ts';
import { changeFlag } from './change.ts';
import { type Address, readAddress } from './flags.ts';

export default verb<Address>({
  parse: ({ args }) => readAddress(args),
  run: (kit, address) => changeFlag(kit, address, { isEnabled: false }),
});
