/** The part of the server's answer that decides. */
interface Caller {
  readonly actor: string;
  readonly roles: readonly string[];
  readonly scopes: readonly string[] | null;
  readonly projectId: number | null;
  readonly apps: readonly string[] | null;
  readonly expiresAt: string | null;
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

function reachOfKey({ projectId, apps, expiresAt }: Caller, scopes: readonly string[]): string {
  const has = (scope: string): boolean => scopes.includes(scope);
  const verbs = ['read', 'write'].filter(has).map((scope) => (scope === 'read' ? 'read' : 'change'));
  const verb = verbs.join(' and ');
  if (apps !== null) return verb === '' ? 'nothing' : `${verb} the ${apps.length === 1 ? 'app' : 'apps'} ${apps.join(', ')}`;
  const isOfAll = projectId === null;
  const managesOperators = has('operators') && verbs.length === 2 && isOfAll && expiresAt === null;
  if (managesOperators && ['feedback', 'users', 'audit'].every(has)) return 'read and change everything in every project, and issue keys';
  const parts = [
    ...(verb === '' ? [] : [`${verb} apps`]),
    ...(has('write') ? ['issue keys'] : []),
    ...(verb !== '' && has('feedback') ? [has('write') ? 'moderate feedback' : 'read feedback'] : []),
    ...(has('users') ? usersPart(verbs, isOfAll) : []),
    ...(has('audit') ? ['read the audit log'] : []),
    ...(managesOperators ? ['manage operators'] : []),
  ];
  return parts.length === 0 ? 'nothing' : `${parts.join(', ')} in ${isOfAll ? 'every project' : `project ${projectId}`}`;
}

/** A key of one project changes no users. */
function usersPart(verbs: readonly string[], isOfAll: boolean): string[] {
  const allowed = verbs.filter((verb) => isOfAll || verb === 'read');
  return allowed.length === 0 ? [] : [`${allowed.join(' and ')} users`];
}
