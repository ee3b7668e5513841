import type { AppointmentState } from '#app/domain/booking/appointment.ts'
import type { Facts, Page, Parts } from './page.ts'

const later = 'Please try again later.'

export const profilePage = {
  title: 'Your profile',
  seo: {
    title: 'Profile',
    description:
      'Your appointments and orders at the clinic, your name and password, where you are signed in, and how to delete your account.',
  },
  signedInAs: (email: string) => `You are signed in as ${email}.`,
  saved: {
    name: 'Your name has been saved.',
    password:
      'Your password has been changed. You’re signed out on every other device, and earlier links and codes for this account no longer work.',
    'sign-ins': 'That device has been signed out.',
  },
  unverified: {
    heading: 'Your appointments and orders',
    text: 'We’ll show them here once you’ve confirmed this email address, so no one else can see them.',
    noEmail: (clinic: Facts) =>
      `This website can’t send email right now, so it can’t confirm yours. Each appointment and each order has its own page; use the link you were given when you made it. You can also call ${clinic.phone.display}.`,
    confirm: 'Log out and back in, and we’ll email you a link to confirm it.',
  },
  appointments: {
    heading: 'Your appointments',
    none: 'No upcoming appointments',
    book: 'Book an appointment',
    rest: 'Past and canceled',
    states: {
      requested: 'Requested, not confirmed yet',
      confirmed: undefined,
      arrived: undefined,
      'in-session': undefined,
      declined: 'Declined',
      cancelled: 'Canceled',
      completed: undefined,
      'no-show': 'Missed',
    } satisfies Record<AppointmentState, string | undefined>,
  },
  orders: {
    heading: 'Your orders',
    none: 'No orders with this email yet.',
    shop: 'See our products',
    placed: (day: string) => `Placed ${day}`,
    open: (number: string) => `Order ${number}`,
  },
  name: { heading: 'Your name', field: 'Name', button: 'Save', failure: `We couldn’t save your name. ${later}` },
  password: {
    heading: 'Change your password',
    current: 'Current password',
    new: 'New password',
    button: 'Change the password',
    wrong: 'That isn’t your current password.',
    failure: `We couldn’t change your password. ${later}`,
  },
  signIns: {
    heading: 'Where you are signed in',
    this: 'This device',
    unknown: 'Unknown device',
    since: (day: string, used: string) => (day === used ? `Since ${day}` : `Since ${day}, last used ${used}`),
    end: 'Sign out',
    endOf: (device: string) => `Sign out ${device}`,
    everywhere: 'Sign out everywhere',
    failure: `We couldn’t sign that device out. ${later}`,
  },
  remove: {
    heading: 'Delete your account',
    text: 'We’ll delete your account, name and password right away. Orders and past appointments stay in the clinic’s records without the account.',
    admin: 'This is the admin account. It belongs to the website and can’t be deleted here.',
    field: 'Password',
    button: 'Delete account',
    wrong: 'That isn’t your password.',
    failure: `We couldn’t delete your account. ${later}`,
    done: 'Your account has been deleted.',
  },
} satisfies Page & Parts
