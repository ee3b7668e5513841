/**
 * The owner's is the account whose verified address is ADMIN_EMAIL (product decisions, 'Admin identity'): an address
 * that was only typed into a sign-up form grants nothing.
 */
export const isAdmin = ({ email, isVerified }: { email: string; isVerified: boolean }, adminEmail: string) =>
  isVerified && email === adminEmail

const staffSessionMs = 7 * 24 * 60 * 60 * 1000

/**
 * People who work here sign in again after a week; the sign-in library ends all other sessions. `since`: epoch
 * milliseconds.
 */
export const isSessionValid = ({ since, isStaff }: { since: number; isStaff: boolean }, now: number) =>
  !isStaff || now - since < staffSessionMs
