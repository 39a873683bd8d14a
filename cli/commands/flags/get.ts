import { verb } from '../../kit.ts';
import { type Address, findFlag, readAddress } from './flags.ts';

export default verb<Address>({
  parse: ({ args }) => readAddress(args),
  async run(kit, address) {
    const { print } = kit;
    const flag = await findFlag(kit, address);
    print.record(
      [
        ['Key', flag.flagKey],
        ['Enabled', flag.isEnabled ? 'on' : 'off'],
        ['Description', flag.description],
        ['Config', flag.config === null ? null : JSON.stringify(flag.config, null, print.isTerminal ? 2 : undefined)],
        ['Created', print.time(flag.createdAt)],
        ['Updated', print.time(flag.updatedAt)],
      ],
      flag,
    );
  },
});
