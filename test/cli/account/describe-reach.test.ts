import assert from 'node:assert/strict';
import { describeReach } from '../../../cli/commands/account/describe-reach.ts';

describe('the reach in plain words', () => {
  const nobody = { actor: 'operator:1', roles: [], scopes: null, projectId: 12, apps: null, expiresAt: null };
  const key = { ...nobody, actor: 'key:dk_ab12cd34', scopes: ['read', 'write'] };

  it('says what the roles of a person allow', () => {
    assert.equal(describeReach({ ...nobody, roles: ['staff'] }), 'moderate the feedback of project 12, read the project and its apps');
    assert.match(describeReach({ ...nobody, roles: ['admin'] }), /^read and change everything in project 12: /);
    assert.match(describeReach({ ...nobody, roles: ['admin', 'owner'], projectId: null }), /every project, and make owners$/);
    assert.equal(describeReach({ ...nobody, actor: 'user:x', roles: ['staff'] }), 'moderate the feedback of project 12');
    assert.equal(describeReach({ ...nobody, actor: 'user:x', roles: ['admin'] }), 'moderate feedback and manage the users of project 12');
  });

  it('says what scopes, project and apps allow', () => {
    const all = ['read', 'write', 'feedback', 'users', 'audit', 'operators'];
    const of = (scopes: string[], rest: object = {}) => describeReach({ ...key, projectId: null, scopes, ...rest });
    assert.equal(of(all), 'read and change everything in every project, and issue keys');
    assert.equal(
      of(all, { expiresAt: '2030-01-01T00:00:00Z' }),
      'read and change apps, issue keys, moderate feedback, read and change users, read the audit log in every project',
    );
    assert.equal(
      of(all, { projectId: 12 }),
      'read and change apps, issue keys, moderate feedback, read users, read the audit log in project 12',
    );
    assert.equal(of(['read', 'write', 'operators']), 'read and change apps, issue keys, manage operators in every project');
    assert.equal(of(['read']), 'read apps in every project');
    assert.equal(of(['read', 'feedback', 'users']), 'read apps, read feedback, read users in every project');
    assert.equal(of(['audit']), 'read the audit log in every project');
    assert.equal(of(['feedback', 'users']), 'nothing');
    assert.equal(describeReach(key), 'read and change apps, issue keys in project 12');
    assert.equal(describeReach({ ...key, projectId: null, apps: ['souq'] }), 'read and change the app souq');
    assert.equal(describeReach({ ...key, scopes: ['read', 'users'], apps: ['souq', 'shop'] }), 'read the apps souq, shop');
  });
});
