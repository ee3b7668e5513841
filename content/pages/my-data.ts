import type { SectionName } from '#app/domain/person-export/export-section.ts'
import type { RequestKind, RequestOutcome } from '#app/domain/patients/data-request.ts'
import type { Facts } from './page.ts'

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`

export const myDataPage = {
  title: 'Your data',
  lead: 'Everything we hold about you: to read, to download, to correct, and to have erased.',
  seo: {
    title: 'Your data',
    description: 'See, download and correct what the clinic holds about you, or ask to have it erased.',
  },
  closed: {
    'signed-out': {
      heading: 'First show that it’s you',
      text: 'Log in, or open the page of one of your appointments with the link you got when you booked. There you’ll find “Your data”.',
      login: 'Login',
      links: 'Find your appointment',
    },
    unverified: {
      heading: 'Your email address isn’t confirmed yet',
      text: (clinic: Facts) =>
        `We show your data only once you’ve confirmed the address of your account. You can also call ${clinic.phone.display}: we’ll give you a copy.`,
    },
    confirm: {
      heading: 'Please confirm that it’s you',
      text: 'You logged in a while ago. Your data includes what you told us about your health, so we ask again.',
      password: 'Password',
      button: 'Open your data',
      wrong: 'That isn’t your password.',
      again: 'If you log in with a passkey or a code, log out and back in: then this page opens for five minutes.',
      logOut: 'Log out',
    },
  },
  open: {
    heading: 'A copy for you',
    until: 'This page stays open for a few minutes. Close it when you’re done, above all on a device that others use.',
    close: 'Close your data',
    download: 'Download as a file (JSON)',
    print: 'To have it on paper, print this page.',
    recorded: 'We record each time your data is opened or downloaded.',
    nothing: 'We hold nothing here.',
  },
  left: {
    none: 'There is no appointment with the address of your account. If you booked with another address, open your data from the link to that appointment.',
    shared:
      'Several people have appointments with the address of your account. So that nobody sees what another one told us, open your data from the page of one of your own appointments.',
    unconfirmed:
      'The address of your account was entered for your appointment by the clinic, or through its link after it was booked. Somebody at the clinic has to confirm that it’s yours first, so please ask us.',
    staff:
      'You work here with this account, so it opens nobody’s data as a patient. If you are a patient too, ask a manager for your data.',
    'other-name':
      'The appointments with the address of your account have another name. So that nobody sees what another person told us, open your data from the page of the appointment.',
  },
  /** Messages and orders are found by address and name. */
  otherNames:
    'Messages and orders that were sent with your address under another name aren’t here, because they may be another person’s. Ask us if one of them is yours.',
  sections: {
    records: 'You',
    appointments: 'Appointments',
    waitlist: 'Waitlist',
    messages: 'Messages',
    orders: 'Orders',
    giftCards: 'Gift cards',
    newsletter: 'Newsletter',
    account: 'Account',
    requests: 'Requests about your data',
    emails: 'Emails',
  } satisfies Record<SectionName, string>,
  yes: 'yes',
  no: 'no',
  correct: {
    heading: 'Correct something',
    contact:
      'You can correct the name, email address and phone number of an appointment on its own page, and replace or erase your health answer there.',
    health: {
      heading: 'Your health answers',
      text: 'You can replace or erase each answer. That takes effect at once and can’t be undone.',
      of: (when: string) => `Answer for ${when}`,
      label: 'Present health condition',
      button: 'Replace the answer',
      erase: 'Erase the answer',
    },
    label: 'What is wrong, and what should it say?',
    hint: 'We store this encrypted. Only the people who decide read it.',
    button: 'Ask for the correction',
    text: (days: number) =>
      `For anything else, write it here. We’ll answer within ${count(days, 'day')}. If we don’t agree, we’ll tell you why in writing.`,
  },
  erase: {
    heading: 'Have your data erased',
    text: (days: number) =>
      `You can ask us to erase what we hold about you. Somebody at the clinic decides, within ${count(days, 'day')}, because the law makes us keep some of it.`,
    kept: [
      'Orders stay in our books with what was bought and the price, without your name, email address and phone number.',
      'Appointments stay with the service, the day and the time, without your name, email address, phone number and health answer.',
      'If the law makes us keep your record of care for longer, we’ll tell you which part and why. We erase it when that time is over.',
      'That you asked, and what we decided, stays for six years without your name.',
    ],
    button: 'Ask for everything to be erased',
    open: 'You’ve asked for your data to be erased. We’ll answer soon.',
  },
  /** Without a record: somebody who only has an account, or orders. */
  write: (clinic: Facts) =>
    `To have something corrected or erased, email ${clinic.emails.general} or call ${clinic.phone.display}. You can delete your account on your profile.`,
  requests: {
    kinds: {
      access: 'A copy of your data',
      correction: 'A correction',
      erasure: 'Erasing your data',
    } satisfies Record<RequestKind, string>,
    asked: (day: string) => `asked for on ${day}`,
    due: (day: string) => `We’ll answer by ${day}.`,
    outcomes: {
      done: 'Done',
      partly: 'Partly done',
      denied: 'Not done',
    } satisfies Record<RequestOutcome, string>,
    disagree: (clinic: Facts) =>
      `If you disagree, you can send us a statement, and we’ll keep it with your record: email ${clinic.emails.general} or write to us. You can also complain to us, or to the U.S. Department of Health and Human Services at hhs.gov/ocr.`,
  },
  done: {
    asked: 'We’ve received your request.',
    health: 'Your answer has been replaced.',
    'health-erased': 'Your answer has been erased.',
    closed: 'Your data is closed.',
  },
  refused: {
    over: 'The time is over, so nothing was changed. Please show again that it’s you.',
    gone: 'That isn’t there anymore.',
  },
  failure: (clinic: Facts) =>
    `We couldn’t do that just now. Please press the button again in a moment, or call ${clinic.phone.display}.`,
}
