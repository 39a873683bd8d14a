export const moderation = {
  title: 'Moderation',
};
