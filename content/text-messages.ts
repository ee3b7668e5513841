type Clinic = { name: string; phone: { display: string } }

/**
 * What somebody agrees to, each purpose by itself. Whoever changes a word of it makes a new version, since an earlier
 * consent does not count for other words; a test compares both.
 */
export const consentWords = {
  reminders: {
    version: '2026-11-27',
    label: ({ name }: Pick<Clinic, 'name'>) => `Text me reminders from ${name} at this number`,
    terms:
      'One text before each appointment. Message and data rates may apply. Reply STOP to end, HELP for help. You don’t need to agree to book.',
  },
  offers: {
    version: '2026-11-27',
    label: ({ name }: Pick<Clinic, 'name'>) => `Text me at this number when ${name} holds an open time for me`,
    terms:
      'One text for each time that we offer you. Message and data rates may apply. Reply STOP to end, HELP for help. You don’t need to agree to be on the waitlist.',
  },
}

export type TextPurpose = keyof typeof consentWords

/** Never the service. `when`: 'Tue, May 5, 10:30 am'. */
export const reminderText = (clinic: Clinic, when: string) =>
  `${clinic.name}: your appointment is on ${when}. To change it, call ${clinic.phone.display}. Reply STOP to end texts.`

/** Never the service. The link accepts or declines; both moments are like 'Tue, May 5, 10:30 am'. */
export const offerText = (
  clinic: Pick<Clinic, 'name'>,
  { when, until, url }: Record<'when' | 'until' | 'url', string>,
) =>
  `${clinic.name}: a time has opened on ${when}. We hold it for you until ${until}. Accept or decline: ${url} Reply STOP to end texts.`

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

/** On the page of a place on the waitlist. */
export const offerTexts = {
  heading: 'Offers by text',
  button: 'Turn on texts',
  on: 'We’ll also text you when a time opens.',
  end: 'Turn off texts',
  checkBox: 'To get offers by text, check the box.',
}
