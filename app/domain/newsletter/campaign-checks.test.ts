import { expect, test } from 'vitest'
import { type CheckInput, runCampaignChecks, canSend } from './campaign-checks.ts'

const fine: CheckInput = {
  url: 'https://www.clinic.example/blog',
  recipients: 42,
  linkAnswers: true,
  claims: 0,
  sentBefore: false,
  emailsLeave: true,
  postalAddress: 'given',
  unsubscribeWorks: true,
}
const lights = (changed: Partial<CheckInput>) =>
  runCampaignChecks({ ...fine, ...changed })
    .filter(({ light }) => light !== 'green')
    .map(({ name, light }) => `${light} ${name}`)

test('all checks pass if there is no problem', () => {
  expect(lights({})).toEqual([])
  expect(canSend(runCampaignChecks(fine))).toBe(true)
})

test.each<[string, Partial<CheckInput>]>([
  ['recipients', { recipients: 0 }],
  ['link', { url: 'tea' }],
  ['address', { postalAddress: 'none' }],
  ['unsubscribe', { unsubscribeWorks: false }],
])('%s blocks sending', (name, changed) => {
  expect(lights(changed)).toEqual([`red ${name}`])
  expect(canSend(runCampaignChecks({ ...fine, ...changed }))).toBe(false)
})

test.each<[string, Partial<CheckInput>]>([
  ['link', { linkAnswers: false }],
  ['encrypted', { url: 'http://www.clinic.example/blog' }],
  ['claims', { claims: 2 }],
  ['repeated', { sentBefore: true }],
  ['address', { postalAddress: 'placeholder' }],
])('%s is left to the clinic’s judgment', (name, changed) => {
  expect(lights(changed)).toEqual([`amber ${name}`])
})

test('without email delivery no check is red', () => {
  const kept = { emailsLeave: false, postalAddress: 'none' as const, unsubscribeWorks: false }
  expect(lights(kept)).toEqual(['amber mail', 'amber address', 'amber unsubscribe'])
})
