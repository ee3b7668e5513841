import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookingPath, servicePath } from '#app/domain/catalogue/service.ts'
import { feelings, findTalk, oils, suggestServices } from '#app/domain/catalogue/guide.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { withoutEntry } from '#tests/support/catalogue.ts'
import { startSite } from '#tests/support/site.ts'
import { visitor } from '#tests/support/visitor.ts'
import { servicesPage } from '#content/pages/services.ts'

/** What the link of a free time adds to the address of booking the service. */
const freeTime = /\?day=[\d-]+&amp;at=\d+$/

const talk = findTalk(deliveredContent)[0]!

describe('the guide', () => {
  let site: Awaited<ReturnType<typeof startSite>>
  let html = ''
  beforeAll(async () => {
    site = await startSite({ WORKER: 'off' })
    html = await (await visitor(site).get('/guide')).text()
  })
  afterAll(() => site?.stop())

  /** Its steps by their anchors. */
  const readSteps = () =>
    new Map(
      [...html.matchAll(/<section class="gd-step" id="([^"]+)"[^>]*>(.*?)<\/section>/gs)].map(
        ([, anchor = '', step = '']) => [anchor, step] as const,
      ),
    )
  const hrefsIn = (step: string) => [...step.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href)

  test('leads from every answer to a step of the same page', () => {
    const steps = readSteps()
    expect(steps.size).toBe(1 + feelings.length + 2 * feelings.length * oils.length + 1)
    for (const [anchor, step] of steps)
      for (const href of hrefsIn(step)) {
        if (href.startsWith('#')) expect(steps.has(href.slice(1)), `${anchor}: ${href}`).toBe(true)
        // Addresses are logged, anchors never reach the server.
        else expect(href.replace(freeTime, ''), anchor).not.toMatch(/\?|wornOut|allOver/)
      }
  })

  test('leads to General Consultation alone from every caution', () => {
    const steps = readSteps()
    for (const feeling of feelings)
      for (const oil of oils) {
        const anchor = `${feeling}-${oil}`
        const answers = hrefsIn(steps.get(anchor) ?? '').slice(1)
        expect(answers).toEqual([`#${anchor}-start`, '#talk-first'])
      }
    const last = steps.get('talk-first') ?? ''
    expect(hrefsIn(last).filter((href) => !freeTime.test(href))).toEqual([
      '#feeling',
      servicesPage.pricesLink.href,
      bookingPath(talk),
      servicePath(talk),
    ])
  })

  test('shows the next free times of what it suggests, which say nothing of the answers', () => {
    const suggestions = [...readSteps()].filter(([anchor]) => /-start$|^talk-first$/.test(anchor))
    expect(suggestions).toHaveLength(feelings.length * oils.length + 1)
    for (const [anchor, step] of suggestions) {
      const times = hrefsIn(step).filter((href) => freeTime.test(href))
      expect(times.length, anchor).toBeGreaterThan(0)
      const [booked] = hrefsIn(step).filter((href) => /^\/booking\/[a-z-]+$/.test(href))
      for (const href of times) expect(href.replace(freeTime, ''), anchor).toBe(booked)
    }
  })

  test('stores nothing, and is linked from the services', async () => {
    const answer = await visitor(site).get('/guide')
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await (await visitor(site).get('/services')).text()).toContain('href="/guide"')
  })
})

test.each(['abhyangam', 'shirodhara', 'nadi-pareeksha'])('the guide suggests no %s while it is not available', (id) => {
  const content = withoutEntry('services', id)
  for (const feeling of feelings)
    for (const oil of oils) {
      const ids = suggestServices(content, feeling, oil).map((service) => service.id)
      expect(ids).not.toContain(id)
      expect(ids).toContain(talk.id)
    }
})

test('the guide suggests nothing while there is no service', () => {
  expect(suggestServices({ ...deliveredContent, list: () => [] }, 'oneThing', 'noOil')).toEqual([])
})
