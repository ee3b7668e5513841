/** What the command `npm run admin:link` says beneath the link. */
export const adminLinkMade =
  'The admin is now signed out on every device. Earlier links to get in, to reset the password or to confirm the email, and sign-ins that were waiting for a code, no longer work.'
