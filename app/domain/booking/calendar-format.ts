/** What both kinds of calendar files of ours share; nothing in it changes when the site gets another address. */

export const productId = (product: string) => ({ company: 'clinic-site', product, language: 'EN' })

type Versioned = { id: string; uidDomain: string | undefined; bookedAt: number; revision: number }

/** Entries that were mailed before end in the host that the site had then. */
export const appointmentUid = ({ id, uidDomain }: Pick<Versioned, 'id' | 'uidDomain'>) =>
  uidDomain ? `appointment-${id}@${uidDomain}` : `appointment-${id}`

/** DTSTAMP, later with every change and otherwise the same: calendar programs take another one for a change. */
export const changedAt = ({ bookedAt, revision }: Pick<Versioned, 'bookedAt' | 'revision'>) =>
  new Date(bookedAt + revision * 1_000)

/** Every line ends in CRLF (RFC 5545, 3.1), the last one as well. */
export const withLastBreak = (calendar: string) => `${calendar.trimEnd()}\r\n`
