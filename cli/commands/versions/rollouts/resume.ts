import { changeRollout } from './change-rollout.ts';

export default changeRollout({
  consequence: ({ versionName, versionCode, rolloutState }) =>
    rolloutState === 'active' ? null : `${versionName} (code ${versionCode}) is offered to phones again.`,
  write: (api, path) => api.POST('/api/v1/admin/apps/{slug}/versions/{id}/resume', { params: { path } }),
  done: ({ offeredPercent }) => `is offered to ${offeredPercent} % of phones again.`,
});
