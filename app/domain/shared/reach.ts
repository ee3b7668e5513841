/** Whose appointments somebody sees and changes: of one practitioner, or of the whole clinic without `person`. */
export type Reach = { person?: `person:${string}` | undefined }

/** For patients' own pages, emails and jobs, which see no more than their purpose needs. */
export const wholeClinic: Reach = {}

export const isWithinReach = ({ person }: Reach, other: { person: string }) =>
  person === undefined || person === other.person
