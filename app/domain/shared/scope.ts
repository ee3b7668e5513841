export type PersonResource = `person:${string}`

/** Whose appointments and patients somebody sees and changes: all of the clinic's, or those of one practitioner. */
export type Scope = 'everything' | { person: PersonResource }

export const isInScope = (scope: Scope, other: { person: string | null | undefined }) =>
  scope === 'everything' || scope.person === other.person
