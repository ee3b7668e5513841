import { expect, test } from 'vitest'
import { waitlistPage } from '#content/pages/waitlist.ts'
import { serviceField } from './wish-fields.ts'
import { wishesForm } from './wishes-form.server.ts'

const services = [
  { id: 'short', minutes: 60 },
  { id: 'long', minutes: 90 },
]
const form = wishesForm({ services, personIds: [], now: Date.UTC(2026, 4, 4, 15), timeZone: 'America/Chicago' })
const errorOf = (chosen: string[], from: string, until: string) =>
  form.safeParse({ ...Object.fromEntries(chosen.map((id) => [serviceField(id), 'on'])), from, until }).error?.issues[0]

test('hours between which nothing chosen can be given are an error at the later one', () => {
  expect(errorOf(['long'], '10:00', '11:00')).toMatchObject({
    path: ['until'],
    message: waitlistPage.errors.short(90),
  })
  expect(errorOf(['long'], '10:00', '12:00')).toBeUndefined()
  expect(errorOf(['long', 'short'], '10:00', '11:00')).toBeUndefined()
  expect(errorOf(['long'], '16:00', '')).toBeUndefined()
})
