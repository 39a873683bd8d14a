import { unwrap } from '../../http/client.ts';
import { type Kit, verb } from '../../kit.ts';
import { confirmDelete, confirmSevere } from '../confirm.ts';
import { type Address, findFlag, readAddress } from './flags.ts';

interface DeleteOptions {
  readonly address: Address;
  readonly yes: boolean;
  readonly confirm: string | undefined;
}

export default verb<DeleteOptions>({
  parse({ args, options }) {
    const { yes, confirm } = options as { yes?: true; confirm?: string };
    return { address: readAddress(args), yes: yes === true, confirm };
  },
  async run(kit, { address, yes, confirm }) {
    await confirmFor(kit, { address, yes, confirm });
    const { api, print } = kit;
    const { slug, flagKey } = address;
    const answer = await unwrap((await api()).DELETE('/api/v1/admin/apps/{slug}/features/{flagKey}', { params: { path: address } }));
    print.done(`Flag ${flagKey} of ${slug} deleted.`, answer);
  },
});

/** A flag that is on is in somebody's hands. */
async function confirmFor(kit: Kit, { address, yes, confirm: given }: DeleteOptions): Promise<void> {
  const { slug, flagKey } = address;
  if (kit.options.dryRun || given === slug) return;
  if (given === undefined && !(await findFlag(kit, address)).isEnabled)
    return confirmDelete(kit, { what: `flag ${flagKey} of ${slug}`, yes });
  await confirmSevere(kit, { slug, act: `Flag ${flagKey} is on: deleting it switches the feature off everywhere.`, given });
}
