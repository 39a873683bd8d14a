export const roadmap = {
  title: 'Roadmap',
};
