import type { ComponentProps } from 'react'
import { expect, test } from 'vitest'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import type { TodaySection } from '#app/domain/today/today.ts'
import { adminAppointment } from '#content/pages/admin-appointments.ts'
import { render } from '#tests/support/render.tsx'
import { NeedsYou } from './needs-you.tsx'
import { NowAndNext } from './now-and-next.tsx'
import { toTodoSections } from './to-do-view.server.ts'
import { attendanceSteps, needsYou, nowAndNext, todayPage } from './words.ts'

const item = (id: string, at: number, state = 'requested') => ({
  id,
  name: `Ms. ${id}`,
  at,
  state,
  phone: '(205) 555-0100',
})
const toSections = (...sections: object[]) =>
  toTodoSections(deliveredContent, sections as TodaySection[], (at) => `at ${at}`, 1_000)
const { accept, decline } = adminAppointment.state

test('a request can be confirmed until it begins, and a visit that is over asks what came of it', () => {
  const items = [item('a', 1_001), item('b', 1_000)]
  const [requests, heldBack, outcomes, messages] = toSections(
    { kind: 'messages', count: 1, items: [{ id: 'm', name: 'Ann', at: 1, text: '' }] },
    { kind: 'outcomes', count: 2, items: [item('c', 1, 'confirmed'), item('d', 1, 'arrived')] },
    { kind: 'held-back', count: 2, items },
    { kind: 'requests', count: 7, items },
  )
  for (const section of [requests!, heldBack!])
    expect(
      section.items.map(({ acts }) => acts!.map(({ text }) => text)),
      section.kind,
    ).toEqual([[accept, decline], [decline]])
  expect(outcomes!.items.map(({ steps }) => steps)).toMatchObject([
    { id: 'c', from: 'confirmed', steps: ['completed', 'no-show'] },
    { id: 'd', from: 'arrived', steps: ['completed'] },
  ])
  expect(messages).toMatchObject({ needs: '/admin/messages', items: [{ acts: [{}], steps: undefined, when: 'at 1' }] })
  const html = render(<NeedsYou sections={[requests!, heldBack!, outcomes!]} />)
  expect(html).toContain(needsYou.things(11))
  expect(html).toContain(`>${needsYou.more(5)}</a>`)
  expect(html.split(needsYou.review)).toHaveLength(2)
  expect(html.split('href="tel:')).toHaveLength(7)
  expect(html).toMatch(/<button [^>]*value="no-show"[^>]*>No-show <span class="vh">Ms. c</)
  const one = render(<NeedsYou sections={[messages!]} />)
  expect(one).not.toMatch(new RegExp(`tel:|${needsYou.review}|${todayPage.nothing}|>0 more`))
  expect(render(<NeedsYou sections={[]} />)).toMatch(
    new RegExp(`needs-you-heading">Needs you</h2></div>.*${todayPage.nothing}`),
  )
})

test('now and next lists who comes, or says that nobody does, or nobody any more', () => {
  const row = {
    ...{ id: 'a', time: '9 am', until: '10 am', name: 'Ilse', service: 'Oil', plate: '/a.svg', where: 'Asha' },
    ...{ from: 'confirmed', sign: { kind: 'late', text: 'late' }, steps: ['arrived'] },
  }
  const page = { rows: [row], more: 0, clock: '9 am', zone: 'Central', isDayEmpty: false }
  const shown = (more: object) =>
    render(<NowAndNext {...({ ...page, ...more } as ComponentProps<typeof NowAndNext>)} />)
  expect(shown({ more: 2 })).toMatch(new RegExp(`Oil, Asha</p>.*${attendanceSteps.arrived}.*${nowAndNext.more(2)}`))
  expect(shown({})).not.toMatch(new RegExp(`tel:| · |more appointment|${nowAndNext.allDone}|${nowAndNext.none}`))
  expect(shown({ rows: [{ ...row, where: '', phone: '(205) 555-0100', steps: [] }] })).toMatch(
    /Oil · <a [^>]*tel:(?!.*<form)/,
  )
  expect(shown({ rows: [] })).toContain(nowAndNext.allDone)
  expect(shown({ rows: [], isDayEmpty: true })).toContain(nowAndNext.none)
})
