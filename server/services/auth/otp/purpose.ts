/** The purposes of codes. */
export const PURPOSES = ['register', 'login', 'reset', 'delete', 'export', 'phone_change', 'email', 'new_phone'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The purposes of codes that only a signed-in user may ask for: they allow what a stolen token alone must not. */
export type OwnPurpose = Extract<Purpose, 'delete' | 'export' | 'phone_change'>;
