import type { Facts } from './page.ts'

/** What is wrong with an answer; each sentence names its question, since a form may have many. */
export const formAnswers = {
  blank: {
    line: (label: string) => `Answer ‘${label}’.`,
    text: (label: string) => `Answer ‘${label}’.`,
    choice: (label: string) => `Choose one for ‘${label}’.`,
    date: (label: string) => `Enter the date for ‘${label}’.`,
    'yes-no': (label: string) => `Choose yes or no for ‘${label}’.`,
  },
  choose: (label: string) => `Choose from the list for ‘${label}’.`,
  badDate: (label: string) => `Enter a date that exists for ‘${label}’, such as 2026-11-27.`,
  tooLong: (label: string, most: string) => `Use at most ${most} characters for ‘${label}’.`,
  unsigned: 'Type your full name to sign, or draw your signature.',
  badDrawing: 'The drawing couldn’t be read. Clear it and draw again, or type your name.',
}

/** The page on which a patient fills in a form; the form's own texts are the clinic's. */
export const formPage = {
  title: 'Before your appointment',
  description: 'A form of the clinic to fill in before your appointment.',
  lead: (when: string) => `For your appointment on ${when}.`,
  private:
    'Only the clinic reads your answers. They are stored encrypted and never emailed, and this page doesn’t show them again.',
  yes: 'Yes',
  no: 'No',
  none: 'No answer',
  several: 'Choose all that apply.',
  signature: {
    name: 'Your full name, as your signature',
    draw: 'Or draw your signature here',
    clear: 'Clear the drawing',
  },
  sign: 'Sign and send',
  send: 'Send',
  /** `button`: what is pressed to sign. */
  signing: (button: string) => `By pressing ${button} you sign this form as it stands above.`,
  back: 'Back to your appointment',
  signed: (when: string, version: number) => `Signed on ${when} (version ${version} of the form).`,
  sent: (when: string, version: number) => `Filled in on ${when} (version ${version} of the form).`,
  onPaper: (when: string) => `You filled in this form on paper, on ${when}.`,
  done: 'Thank you. We have your form.',
  copy: 'Save a copy (PDF)',
  copyHint:
    'This button is shown for 30 minutes after you sent the form, in this browser only, and while you are signed in with this email address.',
  again: 'Fill it in again',
  againHint: 'What you send replaces what you sent before. Your earlier answers aren’t shown.',
  changed:
    'The clinic changed this form while you were filling it in. What you typed is still here. Please read the new text, then send it again.',
  meanwhile:
    'This form was already sent while this page was open. Send it again if this is to replace it. What you typed is still here.',
  closed: (clinic: Facts) =>
    `This form can no longer be sent, because the appointment has begun, is over or was canceled. Please call ${clinic.phone.display}.`,
  failure: (clinic: Facts) =>
    `We couldn’t save this just now. What you typed is still here. Please press the button again in a moment, or call ${clinic.phone.display}.`,
  offline: (clinic: Facts) =>
    `You seem to be offline, so nothing was sent. What you typed is still here. Please try again in a moment, or call ${clinic.phone.display}.`,
  gone: 'This form isn’t asked for any more.',
}

/** On the page of the appointment. */
export const formsOfAppointment = {
  heading: 'To fill in before your appointment',
  fillIn: (form: string) => `Fill in ‘${form}’`,
  done: (form: string) => `${form}: done`,
  see: (form: string) => `See ‘${form}’`,
}

/** In the PDF of what was filled in. */
export const formFile = {
  signed: (when: string, version: number) => `Signed online on ${when}. Version ${version} of the form.`,
  fingerprint: (hash: string) => `Fingerprint of its text (SHA-256): ${hash}`,
  drawn: (name: string) => (name ? `Drawn signature of ${name}` : 'Drawn signature'),
  missing:
    'Some characters are not in the fonts of this file and stand as their code, such as [U+4E2D]. The attached file form.txt has the exact text.',
  fault: 'This form was altered after it was signed. Don’t rely on it.',
}
