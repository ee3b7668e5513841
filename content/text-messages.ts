type Clinic = { name: string; phone: { display: string } }

/**
 * What a patient agrees to. Whoever changes a word of it makes a new version, since an earlier consent does not count for
 * other words; a test compares both.
 */
export const reminderConsent = {
  version: '2026-11-27',
  label: ({ name }: Pick<Clinic, 'name'>) => `Text me reminders from ${name} at this number`,
  terms:
    'One text before each appointment. Message and data rates may apply. Reply STOP to end, HELP for help. You don’t need to agree to book.',
}

/** All of it, as it is stored. */
export const consentWording = (clinic: Pick<Clinic, 'name'>) =>
  `${reminderConsent.label(clinic)}. ${reminderConsent.terms}`

/** Never the service. `when`: 'Tue, May 5, 10:30 am'. */
export const reminderText = (clinic: Clinic, when: string) =>
  `${clinic.name}: your appointment is on ${when}. To change it, call ${clinic.phone.display}. Reply STOP to end texts.`

/** Next to the box. */
export const numberForTexts =
  'To get texts, enter a phone number with its area code and no extension, or leave this box unchecked.'

/** On the patient's page of an appointment. */
export const patientTexts = {
  heading: 'Text reminders',
  button: 'Turn on text reminders',
  on: 'We’ll also text you a reminder before your appointment.',
  end: 'Turn off text reminders',
  checkBox: 'To get reminders by text, check the box.',
  refused: {
    'not-found': 'We can’t find this appointment anymore.',
    'no-number': 'We can’t text this number. Enter one with its area code and no extension under your details.',
  },
}
