import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planTemplateSchema } from '#content/schemas/plan-template.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, startSiteOn } from '#tests/support/databases.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'

const path = '/admin/plan-templates/panchakarma-7-days'
const title = 'Panchakarma, 7 days'

describe.each(databasesFor(import.meta.url))('templates of plans on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, adminSettings)
    admin = await signInAsAdmin(site)
  })
  afterAll(() => site?.stop())

  const read = async (address: string) => (await admin.get(address)).text()
  const booking = async () => (await visitor(site).get('/booking/panchakarma')).text()
  const publish = async (address: string, typed: Record<string, string>) => {
    const { fields } = formWith(await read(address), 'summary')
    // Boxes without a check are not sent.
    const sent = Object.entries(fields).filter(
      ([name]) => !/^(daysOff|steps\.\d+\.(people|rooms))\.|^samePerson$/.test(name),
    )
    return admin.post(address, { ...Object.fromEntries(sent), available: 'on', ...typed, intent: 'publish' })
  }

  test('are listed with their days, and changed as everything that the clinic publishes', async () => {
    const list = await read('/admin/plan-templates')
    for (const text of [planTemplateSchema.list.lead, '>7 days<', '>21 days<']) expect(list).toContain(text)
    expect(await booking()).toContain(title)
    expect((await publish(path, { title: 'Panchakarma, 9 days', 'steps.0.times': '9' })).status).toBe(303)
    expect(await booking()).toContain('Panchakarma, 9 days')
    expect((await publish(path, { available: '' })).status).toBe(303)
    expect(await booking()).not.toContain('Panchakarma, 9 days')
    expect((await publish(path, { title })).status).toBe(303)
  })

  test('steps that can’t be are named beside their field, and what was typed stays', async () => {
    for (const [typed, sentence] of [
      [{ 'steps.0.gapFrom': '3', 'steps.0.gapTo': '2' }, 'The most must not be less than the least.'],
      [{ 'steps.0.earliest': '14:00', 'steps.0.latest': '09:00' }, 'The end must be after the beginning.'],
      [{ 'steps.0.times': '41' }, 'Enter 1 to 40.'],
      [{ 'steps.0.minutes': '7' }, 'Enter a multiple of 5.'],
      [{ 'steps.0.together': '0' }, 'Enter 1 to 4.'],
      [{ 'steps.0.service': 'no-such' }, 'Choose one for ‘Service’.'],
      [{ 'payment.payAhead': 'full' }, 'Enter at least $0.50, or choose that nothing is paid.'],
      [{ 'payment.payAhead': 'card' }, 'Enter the fee that may be charged to the card, at least $0.50.'],
    ] as const) {
      const answer = await publish(path, { ...typed, summary: 'Kept.' })
      const html = await answer.text()
      expect([answer.status, html.includes(sentence), html.includes('value="Kept."')]).toEqual([400, true, true])
    }
  })

  test('a new one begins with a step, and is offered once it is published', async () => {
    const added = await admin.post('/admin/plan-templates', { intent: 'add', title: 'Three of oil' })
    const address = added.headers.get('Location')!.replace(/#.*/, '')
    const typed = {
      summary: 'Three days.',
      description: 'Warm oil on three days.',
      price: 'Depends on the treatment',
      'steps.0.service': 'panchakarma',
      'steps.0.times': '3',
    }
    expect((await publish(address, typed)).status).toBe(303)
    expect(await booking()).toContain('Three of oil')
  })
})
