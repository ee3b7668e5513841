/**
 * The one admin is the account whose proved address is ADMIN_EMAIL (product decisions, 'Admin identity'): an address
 * that was only typed into a sign-up form grants nothing.
 */
export const isAdmin = ({ email, isVerified }: { email: string; isVerified: boolean }, adminEmail: string) =>
  isVerified && email === adminEmail

/** However often the dashboard is used: after a week the admin signs in again. */
const longestForAdminMs = 7 * 24 * 60 * 60 * 1000

/** Whether a sign-in still counts; for everyone but the admin the library says so. */
export const isSessionValid = (
  { email, since }: { email: string; /** Epoch milliseconds. */ since: number },
  adminEmail: string,
  now: number,
) => email !== adminEmail || now - since < longestForAdminMs
