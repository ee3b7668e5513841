/** Who works at the clinic, by what they may open (product decisions, 'Staff'). The owner's is the account of ADMIN_EMAIL. */
export const roles = ['owner', 'manager', 'front-desk', 'editor'] as const
export type Role = (typeof roles)[number]
