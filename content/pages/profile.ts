import type { AppointmentState } from '#app/domain/booking/appointment.ts'

import { passkeys } from './passkeys.ts'

const later = 'Please try again later.'

/** Controls and answers. Its other texts are in profile.json. */
export const profilePage = {
  saved: {
    name: 'Your name has been saved.',
    password:
      'Your password has been changed. You’re signed out on every other device, and earlier links and codes for this account no longer work.',
    'passkey-added': passkeys.done.added,
    'passkey-renamed': passkeys.done.renamed,
    'passkey-removed': passkeys.done.removed,
    'sign-ins': 'That device has been signed out.',
  },
  staffAppointments:
    'You work here with this account, so it lists no appointments as a patient. Yours open with the links in your emails.',
  /** Of appointments; undefined where it is plain from the list. 'held': until it is paid or a card is kept. */
  states: {
    held: 'One step left',
    requested: 'Requested, not confirmed yet',
    confirmed: undefined,
    arrived: undefined,
    'in-session': undefined,
    declined: 'Declined',
    cancelled: 'Canceled',
    completed: undefined,
    'no-show': 'Missed',
  } satisfies Record<AppointmentState | 'held', string | undefined>,
  orders: {
    placed: (day: string) => `Placed ${day}`,
    open: (number: string) => `Order ${number}`,
  },
  data: { heading: 'Your data', link: 'See, download or erase your data' },
  name: { field: 'Name', button: 'Save', failure: `We couldn’t save your name. ${later}` },
  password: {
    current: 'Current password',
    new: 'New password',
    button: 'Change the password',
    wrong: 'That isn’t your current password.',
    failure: `We couldn’t change your password. ${later}`,
  },
  signIns: {
    this: 'This device',
    unknown: 'Unknown device',
    since: (day: string, used: string) => (day === used ? `Since ${day}` : `Since ${day}, last used ${used}`),
    end: 'Sign out',
    endOf: (device: string) => `Sign out ${device}`,
    everywhere: 'Sign out everywhere',
    failure: `We couldn’t sign that device out. ${later}`,
  },
  remove: {
    field: 'Password',
    button: 'Delete account',
    wrong: 'That isn’t your password.',
    failure: `We couldn’t delete your account. ${later}`,
    done: 'Your account has been deleted.',
  },
}
