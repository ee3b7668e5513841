type Words = {
  label: string
  /** As the privacy page names it. */
  inWords: string
  /** Below the label on the booking form. */
  hint?: string
  autoComplete?: string
}

type RequiredField = { optional?: undefined } & (
  | { name: 'name'; kind: 'name' }
  | { name: 'email'; kind: 'email' }
  | { name: 'phone'; kind: 'phone' }
)

/** One that may stay blank; a line has at most so many characters. */
type OptionalField = { name: string; optional: true } & ({ kind: 'phone' } | { kind: 'line'; most: number })

/** `name`: in forms, and the column of each table that has it. `kind`: what may be typed, and how a search finds it. */
export type PatientField = Words & (RequiredField | OptionalField)

/**
 * What the clinic asks every patient for besides the health answer, in the order of the booking form. Columns of
 * `appointments`, `patients` and `waitlist_entries`, forms, views, search, exports, the privacy page and erasure follow
 * from this list. A further field is optional, and needs an entry here and a migration that adds its column to the three
 * tables.
 */
export const patientFields = [
  { name: 'name', kind: 'name', label: 'Name', inWords: 'name', autoComplete: 'name' },
  { name: 'email', kind: 'email', label: 'Email', inWords: 'email address', autoComplete: 'email' },
  {
    name: 'phone',
    kind: 'phone',
    label: 'Phone',
    inWords: 'phone number',
    // Product decisions, 'Health data'.
    hint: 'We’ll only call about this appointment.',
    autoComplete: 'tel',
  },
] as const satisfies readonly PatientField[]

type Listed = (typeof patientFields)[number]

export type RequiredPatientField = Exclude<Listed, { optional: true }>['name']
export type OptionalPatientField = Extract<Listed, { optional: true }>['name']

export const patientLabels = Object.fromEntries(patientFields.map(({ name, label }) => [name, label])) as Record<
  Listed['name'],
  string
>
