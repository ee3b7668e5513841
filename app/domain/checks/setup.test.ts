import { expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { placeholdersCheck } from './settings-checks.ts'
import { findDoneSteps, listOtherPlaceholders, type SetupInput, setupSteps } from './setup.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
const content = contentFacts(now)
const backup = { since: now, madeAt: now, drill: { at: now }, onDiskOfData: false }

/** Whatever content/ says: without any mark. */
const confirmed: SetupInput['facts'] = {
  name: 'Clinic',
  kind: content.kind,
  city: content.city,
  region: content.region,
  regionCode: content.regionCode,
  street: '1 Main Street',
  phone: { display: '(205) 555-0100', e164: '+12055550100' },
  emails: { general: 'hello@clinic.example', booking: 'book@clinic.example' },
  messagingApp: { name: 'WhatsApp', url: 'https://wa.me/12055550100' },
  social: [],
  map: { latitude: 1, longitude: 1, directionsUrl: content.map.directionsUrl, embedUrl: content.map.embedUrl },
  timeZone: content.timeZone,
  copyrightYear: content.copyrightYear,
  licenses: [],
  reminderHours: 48,
  parking: { text: 'Behind the house.' },
  waysToPay: { list: ['Cash'] },
  hours: { ...content.hours },
  day: content.day,
  today: content.today,
  week: content.week,
  closures: [],
  holidays: [{ day: '2026-11-26', name: 'Thanksgiving Day' }],
  specialHours: [],
}
delete (confirmed.hours as { standIn?: true }).standIn

const whole: SetupInput = {
  facts: confirmed,
  saved: { holidays: { confirmed: true } },
  booking: { practitioners: [{ name: 'Asha Rao' }], rooms: [] },
  isEmailTested: true,
  hasSecondFactor: true,
  backup,
  unwritten: [],
}

const open = (input: SetupInput) => setupSteps.filter((step) => !findDoneSteps(input)[step])

test('a clinic with everything in its place can open', () => {
  expect(open(whole)).toEqual([])
  expect(placeholdersCheck(confirmed, whole.booking).state).toBe('green')
})

const { street: _, ...withoutStreet } = confirmed
test.each<[string, Partial<SetupInput>, string[]]>([
  ['no street', { facts: withoutStreet }, ['address']],
  ['a clinic that wants to show none', { facts: { ...withoutStreet, withoutAddress: true } }, []],
  [
    'hours nobody confirmed',
    { facts: { ...confirmed, hours: { ...confirmed.hours, standIn: true } as never } },
    ['hours'],
  ],
  ['holidays nobody confirmed', { saved: { holidays: { confirmed: false } } }, ['holidays']],
  ['no holidays at all', { saved: { holidays: { confirmed: false } }, facts: { ...confirmed, holidays: [] } }, []],
  ['no people', { booking: { practitioners: [], rooms: [] } }, ['team']],
  ['no email so far', { isEmailTested: false }, ['email']],
  ['only a password', { hasSecondFactor: false }, ['second-factor']],
  ['backups beside the data', { backup: { ...backup, onDiskOfData: true } }, ['backup']],
  ['a folder that cannot be written', { backup: { ...backup, notWritable: '/mnt' } }, ['backup']],
  ['no backup yet', { backup: { since: now, onDiskOfData: false } }, ['backup']],
  ['a backup that nobody tested', { backup: { since: now, madeAt: now, onDiskOfData: false } }, ['backup']],
  ['a backup that cannot be restored', { backup: { ...backup, drill: { at: now, fault: 'no' } } }, ['backup']],
  ['rules of booking nobody confirmed', { booking: { ...whole.booking, standIn: true } }, ['placeholders']],
  ['a text nobody wrote yet', { unwritten: [{ name: 'home', title: 'Home page', placeholder: '[Name]' }] }, ['texts']],
])('with %s', (_name, change, steps) => {
  expect(open({ ...whole, ...change })).toEqual(steps)
})

test('what has a step of its own is no other placeholder', () => {
  const facts = { ...withoutStreet, parking: { ...confirmed.parking, standIn: true as const } }
  expect(listOtherPlaceholders({ facts, booking: whole.booking })).toEqual(['parking'])
})
