export const settings = {
  title: 'Settings',
  account: 'Your account',
};
