import type { Passed } from '#app/domain/booking/waitlist/passed.ts'

const people = (count: number) => (count === 1 ? '1' : String(count))

/** Of people before on the list. */
const passedOver: Record<Passed['reason'], (count: number) => string> = {
  day: (count) => (count === 1 ? '1 wants another day' : `${people(count)} want another day`),
  hours: (count) => (count === 1 ? '1 wants another time of day' : `${people(count)} want another time of day`),
  fit: (count) => (count === 1 ? 'it doesn’t fit what 1 waits for' : `it doesn’t fit what ${people(count)} wait for`),
  offered: (count) => (count === 1 ? '1 has another offer' : `${people(count)} have another offer`),
  asked: (count) => (count === 1 ? '1 was asked about it before' : `${people(count)} were asked about it before`),
}

export const waitlistWords = {
  title: 'Waitlist',
  lead: 'A freed hour goes to the first person below whom it suits. It is held for them and not on the website meanwhile.',
  out: {
    heading: 'Offers out',
    none: 'No offers are out.',
    columns: { who: 'Who', time: 'Time', until: 'Held', why: 'Why', act: 'Skip' },
    until: (until: string) => `until ${until}`,
    first: 'First on the list.',
    after: (reasons: readonly Passed[]) =>
      `Before them: ${reasons.map(({ reason, places }) => passedOver[reason](places.length)).join(', ')}.`,
    byClinic: 'Offered by the clinic.',
    reason: 'Why skip?',
    skip: 'Skip',
    gone: 'This offer is over already.',
    needsReason: 'Say in a few words why, without anything about health.',
  },
  list: {
    heading: (count: number) => `In order (${count})`,
    none: 'Nobody is on the waitlist.',
    columns: { place: 'Place', who: 'Who', wants: 'Wants', since: 'Joined', act: 'Remove' },
    paused: 'Paused: no answers',
    anyone: 'anyone',
    anyDay: 'any day',
    anyTime: 'any time',
    until: (day: string) => `until ${day}`,
    since: (moment: string) => `since ${moment}`,
    texts: 'Gets texts',
    endTexts: 'Stop texts',
    noTexts: 'This person gets no text messages.',
    remove: 'Remove',
    gone: 'This person isn’t on the list any more.',
  },
  offer: {
    heading: 'Offer an open hour',
    text: 'It goes to the first person whom it suits, as a freed hour does.',
    day: 'Day',
    time: 'Time',
    person: 'With',
    button: 'Offer to the list',
    day400: 'Enter a day.',
    time400: 'Enter a time, such as 10:30 am.',
    nobody: 'Nobody was asked: the time isn’t open, is too soon, or suits nobody on the list.',
  },
  add: {
    heading: 'Add somebody who called',
    button: 'Add to the waitlist',
    emailHint: 'Without an email, offers have to be passed on by telephone.',
    texts: 'Text messages',
    readOut: (wording: string) => `Read this out: ${wording}`,
    agrees: 'The caller agrees',
  },
  failure: 'We couldn’t save this just now, so nothing was changed. Please try again in a minute.',
  done: {
    added: 'Added to the waitlist.',
    removed: 'Removed from the waitlist.',
    restored: 'Back on the waitlist.',
    textsEnded: 'Text messages to this number are off.',
    skipped: 'Skipped. The time goes to the next person.',
    offered: (many: number) => (many === 1 ? 'Offered to one person.' : `Offered to ${many} people.`),
    tooLate: 'This can’t be undone any more.',
  },
}
