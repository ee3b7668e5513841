import type { AppointmentState } from '#app/domain/booking/appointment.ts'
import type { Facts, Page, Parts } from './page.ts'

const later = 'Please try again later.'

/** What somebody who is signed in sees of their own. */
export const profilePage = {
  title: 'Your profile',
  seo: {
    title: 'Profile',
    description:
      'Your appointments and orders at the clinic, your name and password, where you are signed in, and how to delete your account.',
  },
  signedInAs: (email: string) => `You are signed in as ${email}.`,
  saved: {
    name: 'Your name is saved.',
    password:
      'Your password is changed. You are signed out on every other device, and earlier links and codes for this account no longer work.',
    'sign-ins': 'That device is signed out.',
  },
  /** Nobody else may see them, so the address must be proved first. */
  unproved: {
    heading: 'Your appointments and orders',
    text: 'We show them here once this email is confirmed: anybody could have typed it.',
    kept: (clinic: Facts) =>
      `This website sends no e-mail at present, so it cannot confirm yours. Each appointment and each order has its own page, whose address you saw when you made it. You can also call ${clinic.phone.display}.`,
    confirm: 'Log out and in again, and we send you the letter that confirms it.',
  },
  appointments: {
    heading: 'Your appointments',
    none: 'You have no coming appointment with this email.',
    book: 'Book an appointment',
    rest: 'Past and canceled',
    states: {
      requested: 'Asked for, not confirmed yet',
      confirmed: undefined,
      declined: 'Declined',
      cancelled: 'Canceled',
      completed: undefined,
      'no-show': 'Missed',
    } satisfies Record<AppointmentState, string | undefined>,
  },
  orders: {
    heading: 'Your orders',
    none: 'There are no orders with this email yet.',
    shop: 'See our products',
    placed: (day: string) => `Placed ${day}`,
    open: (number: string) => `Order ${number}`,
  },
  name: { heading: 'Your name', field: 'Name', button: 'Save', failure: `Your name could not be saved. ${later}` },
  password: {
    heading: 'Change your password',
    current: 'Current password',
    new: 'New password',
    button: 'Change the password',
    wrong: 'This is not your current password.',
    failure: `Your password could not be changed. ${later}`,
  },
  signIns: {
    heading: 'Where you are signed in',
    this: 'This device',
    unknown: 'Unknown device',
    device: (browser: string | undefined, system: string | undefined) =>
      browser && system ? `${browser} on ${system}` : (browser ?? system ?? ''),
    since: (day: string, used: string) => (day === used ? `Since ${day}` : `Since ${day}, last used ${used}`),
    end: 'Sign out',
    endOf: (device: string) => `Sign out ${device}`,
    everywhere: 'Sign out everywhere',
    failure: `The device could not be signed out. ${later}`,
  },
  remove: {
    heading: 'Delete your account',
    text: 'Your account, its name and its password are deleted at once. Orders and past appointments stay in the clinic’s books without the account.',
    admin: 'This is the account of the admin. It belongs to the website and cannot be deleted here.',
    field: 'Password',
    button: 'Delete account',
    wrong: 'This is not your password.',
    failure: `Your account could not be deleted. ${later}`,
    done: 'Your account is deleted.',
  },
} satisfies Page & Parts
