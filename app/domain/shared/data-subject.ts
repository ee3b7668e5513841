/**
 * Whose data is handed out or erased: one person, not everybody who shares an address with them. What is only found by
 * an address counts as theirs if it also has their name.
 */
export type DataSubject = {
  /** The person's records (domain/patients); none for an account of somebody who never had an appointment. */
  recordIds: readonly string[]
  /** Those that are theirs to open; 'all': of these records. */
  appointmentIds: readonly string[] | 'all'
  /** Of these records, also those that others share. */
  emails: readonly string[]
  isNamed(name: string): boolean
  /** Those of the person alone: a subscription or account there is theirs, whatever its name. */
  addresses: readonly string[]
  /** The account in which they are signed in. */
  accountId?: string
}

/** Times are instants, so that a file has ISO 8601 and a page can say them in words. */
export type ExportValue = string | number | boolean | Temporal.Instant | ExportItem[] | string[]

/** By name, in camel case; what is not stored is left out. */
export type ExportItem = { [name: string]: ExportValue | undefined }

/** `ids`: of the records, by which emails about them are found. */
export type Exported = { items: ExportItem[]; ids?: string[] }

export const toInstant = (at: number) => Temporal.Instant.fromEpochMilliseconds(at)
