import { changeRollout } from './change-rollout.ts';

export default changeRollout({
  consequence: () => null,
  write: (api, path) => api.POST('/api/v1/admin/apps/{slug}/versions/{id}/rollback', { params: { path } }),
  done: () => 'is rolled back: the release before is the latest. Phones that have installed it keep it.',
});
