export const apps = {
  title: 'Apps',
  overview: 'Overview',
};
