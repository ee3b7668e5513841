/** A device of the clinic in a patient's hands, with the forms of one appointment. */
export const tabletPage = {
  title: 'Forms to fill in',
  description: 'Forms of the clinic to fill in before your appointment.',
  done: { title: 'Thank you', lead: 'We have your forms. Please give this device back to the front desk.' },
  over: { title: 'Please give this device back', lead: 'The time for this form is over. What you typed is saved.' },
  open: { title: 'For staff', lead: 'Sign in to take this device back. What the patient typed is saved.' },
  /** Heading of the fields, where the patient reads the rest. */
  staff: 'For staff',
  staffHint: 'Sign in to use this device again.',
  back: 'Back to the form',
  email: 'Email',
  password: 'Password',
  button: 'Take back',
  passkey: 'Take back with a passkey',
  tooMany: (time: string) => `There were too many attempts on this device. Please try again after ${time}.`,
  wrong: 'That is not the email and password of anyone who works here.',
  wrongPasskey: 'That passkey is of nobody who works here, or it didn’t work. Try again, or use the password.',
  failure: 'We couldn’t check this just now. Please try again in a moment.',
  /** Below the form. */
  leave: 'For staff: take this device back',
  saved: 'This form was already sent, or isn’t asked for any more.',
}
