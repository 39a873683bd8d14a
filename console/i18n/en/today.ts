/** The first screen: what waits, what is wrong, and how the last 30 days went. */
export const today = {
  title: 'Today',
  reviews: 'Reviews',
  comments: 'Comments',
  posts: 'Posts',
  reports: 'Reports',
  oldest: (age: string) => `oldest waits ${age}`,
  nothingWaits: 'nothing waits',
  registrations: 'Registrations',
  signIns: 'Sign-ins',
  newReviews: 'New reviews',
  rating: 'Rating',
  lastDays: (days: number) => `last ${days} days`,
};
