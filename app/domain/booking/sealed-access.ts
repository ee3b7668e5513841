import type { ScopedActor } from '#app/domain/audit/audit.server.ts'
import type { Appointment } from './appointment.ts'

// What the address of an appointment opens of what is sealed: its health answer, its forms, a copy, and erasing them. An
// address opens it by being the patient's own: given when booking, or confirmed by somebody who may read what it opens.
// Everything else that works with the link to an appointment (see, move, cancel, an empty form) does not ask here.

type Addressed = Pick<Appointment, 'email' | 'person' | 'givenEmail' | 'emailConfirmed' | 'emailProved' | 'emailByLink'>

/** By who enters an address or confirms it: a practitioner for her own appointments alone. */
export function toConfirmed({ readsHealth, scope }: Pick<ScopedActor, 'readsHealth' | 'scope'>) {
  if (!readsHealth) return null
  return scope === 'everything' ? scope : scope.person
}

/** Of an address that staff entered, or none. */
export const closedAddress = { givenEmail: null, emailConfirmed: null, emailProved: 0 } as const

/**
 * `emailByLink`: the address was entered through the link, in place of the patient's own, or of none or one that staff
 * had entered, whose link went where they chose.
 */
export const enteredByLink = { afterPatient: 1, afterStaff: 2 } as const

/** Given by the patient; entered by the clinic or through the link, and confirmed since or not. */
export const addressSource = (appointment: Addressed): 'none' | 'given' | 'confirmed' | 'by-link' | 'entered' => {
  const { email, givenEmail, emailConfirmed, emailByLink, person } = appointment
  if (email === '') return 'none'
  if (email === givenEmail) return 'given'
  // A practitioner confirms for her own appointments alone.
  if (emailConfirmed === 'everything' || emailConfirmed === person) return 'confirmed'
  return emailByLink === enteredByLink.afterPatient ? 'by-link' : 'entered'
}

/** Whether it opens to somebody who has shown that they read the mailbox: by a code, or by an account that confirmed it. */
export const opensToAddress = (appointment: Addressed) => ['given', 'confirmed'].includes(addressSource(appointment))

/**
 * Whether the link alone may replace or erase what was given, which shows nothing of it. Not where staff entered the
 * address, until the patient has proved it and a health reader has confirmed it.
 */
export function linkMayReplace(appointment: Addressed) {
  const source = addressSource(appointment)
  return source === 'given' || source === 'by-link' || (source === 'confirmed' && appointment.emailProved === 1)
}
