/** What an app may run on, as the API names it. */
export const PLATFORMS = ['android', 'ios', 'both'] as const;
