export const changelog = {
  title: 'Changelog',
};
