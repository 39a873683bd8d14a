/** The part of the server's answer that decides. */
interface Caller {
  readonly actor: string;
  readonly roles: readonly string[];
  readonly scopes: readonly string[] | null;
  readonly projectId: number | null;
  readonly apps: readonly string[] | null;
}

/** The rights of an API key or a person, in plain words. */
export function describeReach(caller: Caller): string {
  return caller.scopes === null ? reachOfPerson(caller) : reachOfKey(caller, caller.scopes);
}

function reachOfPerson({ actor, roles, projectId }: Caller): string {
  const project = `project ${projectId}`;
  const isAdmin = roles.includes('admin');
  if (roles.includes('owner')) return 'read and change everything in every project, and make owners';
  // users with a role moderate, but they do not operate the server
  if (actor.startsWith('user:'))
    return isAdmin ? `moderate feedback and manage the users of ${project}` : `moderate the feedback of ${project}`;
  if (isAdmin) return `read and change everything in ${project}: apps, feedback, users, operators, keys, test phones`;
  return `moderate the feedback of ${project}, read the project and its apps`;
}

function reachOfKey({ projectId, apps }: Caller, scopes: readonly string[]): string {
  const isWriter = scopes.includes('write');
  const verbs = scopes.includes('read') ? (isWriter ? 'read and change' : 'read') : 'change';
  if (apps !== null) return `${verbs} the ${apps.length === 1 ? 'app' : 'apps'} ${apps.join(', ')}`;
  if (projectId === null) return `${verbs} everything in every project${isWriter ? ', and issue keys' : ''}`;
  const reads = scopes.includes('read') ? [`read everything in project ${projectId}`] : [];
  return [...reads, ...(isWriter ? [`change the apps of project ${projectId} and issue keys for it`] : [])].join(', ');
}
