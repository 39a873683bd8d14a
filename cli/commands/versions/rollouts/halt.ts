import { changeRollout } from './change-rollout.ts';

export default changeRollout({
  consequence: () => null,
  write: (api, path) => api.POST('/api/v1/admin/apps/{slug}/versions/{id}/halt', { params: { path } }),
  done: () => 'is halted: no phone is offered it.',
});
