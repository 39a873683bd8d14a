import { useOperator, useProjectId } from '../../state/session-context.ts';

/** The project of a list that answers an owner with the rows of all projects. */
export function useOwnedQuery(): { readonly projectId?: number } {
  const { isOwner } = useOperator();
  const projectId = useProjectId();
  return isOwner ? { projectId } : {};
}
