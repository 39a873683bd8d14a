import assert from 'node:assert/strict';
import { describeReach } from '../../../cli/commands/account/describe-reach.ts';

describe('the reach in plain words', () => {
  const nobody = { actor: 'operator:1', roles: [], scopes: null, projectId: 12, apps: null };
  const key = { ...nobody, actor: 'key:dk_ab12cd34', scopes: ['read', 'write'] };

  it('says what the roles of a person allow', () => {
    assert.equal(describeReach({ ...nobody, roles: ['staff'] }), 'moderate the feedback of project 12, read the project and its apps');
    assert.match(describeReach({ ...nobody, roles: ['admin'] }), /^read and change everything in project 12: /);
    assert.match(describeReach({ ...nobody, roles: ['admin', 'owner'], projectId: null }), /every project, and make owners$/);
    assert.equal(describeReach({ ...nobody, actor: 'user:x', roles: ['staff'] }), 'moderate the feedback of project 12');
    assert.equal(describeReach({ ...nobody, actor: 'user:x', roles: ['admin'] }), 'moderate feedback and manage the users of project 12');
  });

  it('says what scopes, project and apps allow', () => {
    assert.equal(describeReach({ ...key, projectId: null }), 'read and change everything in every project, and issue keys');
    assert.equal(describeReach({ ...key, projectId: null, scopes: ['read'] }), 'read everything in every project');
    assert.equal(describeReach(key), 'read everything in project 12, change the apps of project 12 and issue keys for it');
    assert.equal(describeReach({ ...key, scopes: ['write'] }), 'change the apps of project 12 and issue keys for it');
    assert.equal(describeReach({ ...key, projectId: null, apps: ['souq'] }), 'read and change the app souq');
    assert.equal(describeReach({ ...key, scopes: ['read'], apps: ['souq', 'shop'] }), 'read the apps souq, shop');
  });
});
