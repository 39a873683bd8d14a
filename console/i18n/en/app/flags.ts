export const flags = {
  title: 'Flags',
};
