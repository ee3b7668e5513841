export type PatientField = {
  /** In forms, and the column of the appointment. */
  name: string
  label: string
  /** As the privacy page names it. */
  inWords: string
  /** Below the label on the booking form. */
  hint?: string
  type?: 'email' | 'tel'
  autoComplete?: string
  /** One line that may stay blank, of at most so many characters. */
  optional?: { most: number }
}

/**
 * What the clinic asks every patient for besides the health answer, in the order of the booking form. The forms, the
 * appointment in the dashboard, the patient's own page, the privacy page and erasure go by this list; a further field
 * needs an entry here and a column of `appointments` that may be null.
 */
export const patientFields = [
  { name: 'name', label: 'Name', inWords: 'name', autoComplete: 'name' },
  { name: 'email', label: 'Email', inWords: 'email address', type: 'email', autoComplete: 'email' },
  {
    name: 'phone',
    label: 'Phone',
    inWords: 'phone number',
    // Product decisions, 'Health data'.
    hint: 'We’ll only call about this appointment.',
    type: 'tel',
    autoComplete: 'tel',
  },
] as const satisfies readonly PatientField[]

export const patientLabels = Object.fromEntries(patientFields.map(({ name, label }) => [name, label])) as Record<
  (typeof patientFields)[number]['name'],
  string
>

/** 'name, email address, phone number' */
export const patientFieldsInWords = patientFields.map(({ inWords }) => inWords).join(', ')
