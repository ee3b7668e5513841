/** Printed by `npm run admin:link` below the link. */
export const adminLinkMade =
  'The admin is now signed out on every device. Earlier sign-in, password reset and email confirmation links no longer work, and neither do sign-ins that were waiting for a code.'
