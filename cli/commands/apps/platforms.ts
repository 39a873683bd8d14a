/** The platforms of an app. */
export const PLATFORMS = ['android', 'ios', 'both'] as const;
