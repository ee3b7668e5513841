import type { ListedText } from '#app/domain/text-messages/texts.server.ts'

/** On the page of an appointment, where text messages are set up. */
export const appointmentTexts = {
  heading: 'Text messages',
  noNumber: 'This phone number can’t get text messages. It needs an area code and no extension.',
  on: {
    patient: (when: string) => `The patient agreed to reminders online on ${when}.`,
    start: (when: string) => `The patient turned reminders back on by text on ${when}.`,
    staff: (when: string, who: string) => `The patient told us to send reminders on ${when}. Entered by ${who}.`,
  },
  somebody: 'somebody who no longer works here',
  /** On the record of a patient. */
  patient: 'The patient agreed to reminders by text.',
  off: 'The patient hasn’t agreed to reminders by text.',
  readOut: 'Read this to the patient:',
  agree: 'The patient agrees',
  end: 'Stop text reminders',
  refused: {
    'not-found': 'This appointment can’t be found anymore.',
    'no-number': 'This phone number can’t get text messages, so nothing was recorded.',
  },
  done: { agreed: 'Reminders by text are on.', ended: 'Reminders by text are off.' },
}

/** The list of all texts. */
export const textsPage = {
  title: 'Text messages',
  link: 'Text messages',
  back: 'Emails',
  lead: (most: number) => `The latest ${most} text messages. A text counts as sent when the phone’s carrier has it.`,
  none: { text: 'No text messages yet', hint: 'Texts to people who agreed to them will be listed here.' },
  columns: { when: 'When', text: 'Text', state: 'Status' },
}

export const textStates: Record<ListedText['state'], string> = {
  waiting: 'Waiting',
  sending: 'Sending',
  accepted: 'At the service',
  sent: 'Sent',
  failed: 'Failed',
  dropped: 'Not sent',
}

export const textKinds: Record<ListedText['kind'], string> = { reminder: 'Reminder', offer: 'Offer from the waitlist' }

export const unregisteredNumber =
  'Carriers block texts from your number, because it isn’t registered for texts from applications (10DLC).'

/** Why a text was not sent. */
export function textReason(reason: string, kind: ListedText['kind']) {
  const known: Record<string, string> = {
    'not-due':
      kind === 'offer'
        ? 'The offer was over before the text could be sent.'
        : 'The appointment was moved or canceled, or began before the text could be sent.',
    'no-consent': 'The patient turned text messages off.',
    'code-21610': 'The patient turned text messages off at the service.',
    'code-21211': 'The service says that this number doesn’t exist.',
    'code-21614': 'The service says that this number can’t get text messages.',
    'code-21611': 'The service has too many texts waiting for this number.',
    'code-30003': 'The phone was switched off or out of reach.',
    'code-30004': 'The phone or its carrier blocks texts.',
    'code-30005': 'The carrier doesn’t know this number, or it is no longer in use.',
    'code-30006': 'This number can’t get text messages: it is a landline, or its carrier can’t be reached.',
    'code-30007': 'The carrier filtered the text as unwanted.',
    'code-30008': 'The carrier didn’t deliver it and doesn’t say why.',
    'code-30034': unregisteredNumber,
    failed: 'The service couldn’t send it and doesn’t say why.',
    undelivered: 'The carrier didn’t deliver it and doesn’t say why.',
  }
  return known[reason] ?? 'The service didn’t take it. See the Connections page.'
}
