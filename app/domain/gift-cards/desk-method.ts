/** How money is taken at the desk. */
export const deskMethods = ['cash', 'card', 'check', 'other'] as const
export type DeskMethod = (typeof deskMethods)[number]
