export const settings = {
  title: 'Settings',
  account: 'Your account',
  project: 'Project',
  operators: 'Operators',
  apiKeys: 'API keys',
  testPhones: 'Test phones',
};
