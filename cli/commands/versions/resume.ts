import { unwrap } from '../../http/client.ts';
import { changeRollout } from './change-rollout.ts';

export default changeRollout({
  consequence: ({ versionName, versionCode, rolloutState }) =>
    rolloutState === 'active' ? null : `${versionName} (code ${versionCode}) is offered to phones again.`,
  send: async ({ api }, path) => unwrap((await api()).POST('/api/v1/admin/apps/{slug}/versions/{id}/resume', { params: { path } })),
  done: ({ offeredPercent }) => `is offered to ${offeredPercent} % of phones again.`,
});
