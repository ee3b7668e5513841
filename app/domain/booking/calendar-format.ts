// Shared by both kinds of calendar files. Nothing here changes when the site gets another address.

export const productId = (product: string) => ({ company: 'clinic-site', product, language: 'EN' })

type Versioned = { id: string; uidDomain: string | undefined; bookedAt: number; revision: number }

/** Entries emailed by an older version end in the site's host of that time. */
export const appointmentUid = ({ id, uidDomain }: Pick<Versioned, 'id' | 'uidDomain'>) =>
  uidDomain ? `appointment-${id}@${uidDomain}` : `appointment-${id}`

/** DTSTAMP. It must change only with the appointment: calendar programs take another DTSTAMP for a change. */
export const changedAt = ({ bookedAt, revision }: Pick<Versioned, 'bookedAt' | 'revision'>) =>
  new Date(bookedAt + revision * 1_000)

/** Every line ends in CRLF (RFC 5545, 3.1), the last one as well. */
export const withLastBreak = (calendar: string) => `${calendar.trimEnd()}\r\n`
