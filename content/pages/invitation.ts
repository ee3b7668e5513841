import type { Page, Parts } from './page.ts'

/** The page of the link in an invitation to work here. */
export const invitationPage = {
  title: 'Work with us',
  seo: {
    title: 'Invitation',
    description: 'Accept your invitation to the clinic’s dashboard: say who you are and choose a password.',
  },
  text: (role: string, may: string) => `You’re invited as ${role}. ${may}`,
  fields: { name: 'Your name', password: 'New password' },
  hint: 'At least 15 characters. Three or four words you choose yourself work best.',
  accept: 'Accept and log in',
  failure: 'We couldn’t accept the invitation just now. Please try again later.',
  known: 'This address has an account already. Log in with it, and then accept here.',
  login: 'Log in',
  join: 'Accept',
  other: (email: string) => `You’re logged in as ${email}, but the invitation is for another address.`,
  logOut: 'Log out',
  gone: {
    title: 'This invitation no longer works',
    text: 'It works once, for 7 days, and only the latest one is valid. Ask the clinic for a new one.',
  },
} satisfies Page & Parts
