import { expect, test } from 'vitest'
import { type Checked, checksOf, mayBeSent } from './campaign-checks.ts'

const fine: Checked = {
  url: 'https://www.clinic.example/blog',
  recipients: 42,
  linkAnswers: true,
  claims: 0,
  sentBefore: false,
  emailsLeave: true,
  postalAddress: 'given',
  unsubscribeWorks: true,
}
const lights = (changed: Partial<Checked>) =>
  checksOf({ ...fine, ...changed })
    .filter(({ light }) => light !== 'green')
    .map(({ name, light }) => `${light} ${name}`)

test('everything as it should be is green', () => {
  expect(lights({})).toEqual([])
  expect(mayBeSent(checksOf(fine))).toBe(true)
})

test.each<[string, Partial<Checked>]>([
  ['recipients', { recipients: 0 }],
  ['link', { url: 'tea' }],
  ['address', { postalAddress: 'none' }],
  ['unsubscribe', { unsubscribeWorks: false }],
])('%s stops it', (name, changed) => {
  expect(lights(changed)).toEqual([`red ${name}`])
  expect(mayBeSent(checksOf({ ...fine, ...changed }))).toBe(false)
})

test.each<[string, Partial<Checked>]>([
  ['link', { linkAnswers: false }],
  ['encrypted', { url: 'http://www.clinic.example/blog' }],
  ['claims', { claims: 2 }],
  ['repeated', { sentBefore: true }],
  ['address', { postalAddress: 'stand-in' }],
])('%s is for the clinic to judge', (name, changed) => {
  expect(lights(changed)).toEqual([`amber ${name}`])
})

test('while nothing leaves the house, nothing in the email stops it', () => {
  const kept = { emailsLeave: false, postalAddress: 'none' as const, unsubscribeWorks: false }
  expect(lights(kept)).toEqual(['amber mail', 'amber address', 'amber unsubscribe'])
})
