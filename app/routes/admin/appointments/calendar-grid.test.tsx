import { describe, expect, test } from 'vitest'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import type { Block } from '#app/domain/booking/blocks/blocks.server.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { weekdays } from '#app/domain/clinic/clinic.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { clinicDayBounds, instantsOn } from '#app/domain/shared/clinic-time.ts'
import type { WeekHours } from '#app/domain/clinic/sections.ts'
import { adminCalendar as words, formatLateness } from '#content/pages/admin-appointments.ts'
import { clinicOfThree } from '#tests/support/calendar.ts'
import { render } from '#tests/support/render.tsx'
import { CalendarGrid } from './calendar-grid.tsx'
import { groupByDay, groupByResource, toGrid } from './calendar-grid.server.ts'
import type { PlanShown } from './calendar-plans.server.ts'
import { findEntry } from './calendar-moves.ts'

const day = Temporal.PlainDate.from('2026-12-08')
const { timeZone } = contentFacts(0)
const at = instantsOn(day, timeZone)
const booking = { ...clinicOfThree, formerRooms: ['attic', 'shed'].map((id) => ({ id, name: id })) }
const services = { booking, content: deliveredContent } as never
const query = { view: 'day', day, by: 'person', person: undefined, room: undefined, state: undefined } as const
const opening = { opens: '09:00', closes: '17:00' }
const hours = Object.fromEntries(weekdays.map((name) => [name, name === 'sunday' ? [] : [opening]])) as WeekHours
const facts = { timeZone, hours }

const visit = (id: string, more: Partial<Appointment> = {}, start = '10:00', minutes = 60) =>
  ({
    ...{ id, name: `${id} Marsh`, state: 'confirmed', serviceId: 'general', startsAt: at(start) },
    ...{ endsAt: at(start) + minutes * 60_000, person: 'person:meera', room: 'room:tulsi', ...more },
  }) as Appointment
const block = (id: string, from: string, until: string, more: Partial<Block> = {}): Block => ({
  ...{ id, from: at(from), until: at(until), note: undefined, resources: ['person:meera'], isOwn: true, ...more },
})
const found = (appointments: Appointment[], blocks: Block[] = [], date = day) => ({
  ...{ date, isToday: date.equals(day), bounds: clinicDayBounds(date.toString(), timeZone), hours: '' },
  ...{ appointments, blocks },
})
const gridOf = (appointments: Appointment[], blocks: Block[] = [], more: object = {}, now = at('12:00')) => {
  const groups = groupByResource(services, found(appointments, blocks), { ...query, ...more }, facts)
  return toGrid(services, groups, [], timeZone, now)
}
const idsOf = (grid: ReturnType<typeof gridOf>) =>
  grid.groups.map(({ title, count, columns: [one] }) => [title, count, ...one!.entries.map(({ id }) => id)])
const still = { lift: undefined, creating: undefined, stretch: undefined }

describe('the calendar’s grid', () => {
  test('of a day has a column for each person, for those who left, and for each room in use', () => {
    const all = [visit('a'), visit('b', { person: 'person:gone', room: 'room:attic' }), visit('c', { room: undefined })]
    expect(idsOf(gridOf(all))).toEqual([
      ['Meera Iyer', 2, 'a', 'c'],
      ['Daniel Cho', 0],
      ['Asha Thomas', 0],
      [words.others, 1, 'b'],
    ])
    expect(idsOf(gridOf(all, [], { person: 'meera' }))).toEqual([['Meera Iyer', 2, 'a', 'c']])
    expect(idsOf(gridOf(all, [], { by: 'room' }))).toEqual([
      ['Tulsi room', 1, 'a'],
      ['Neem room', 0],
      ['Lotus room', 0],
      ['attic', 1, 'b'],
      [words.byVideo, 1, 'c'],
    ])
    expect(idsOf(gridOf([visit('a')], [], { by: 'room', room: 'tulsi' }))).toEqual([['Tulsi room', 1, 'a']])
    expect(gridOf([], [], { by: 'room' }).groups.map(({ hint }) => hint)).toEqual(['', '', ''])
    expect(gridOf([]).groups.map(({ hint, isToday }) => [hint, isToday])[0]).toEqual(['9 am to 5 pm', false])
  })

  test('of a week leaves out the days on which the clinic is always closed and nobody comes', () => {
    const week = [-2, -1, 0, 5].map((days) => found([], [], day.add({ days })))
    const closed = { ...facts, holidays: [{ day: '2026-12-07', name: 'Rest' }] } as never
    const titles = (days: typeof week) => groupByDay(services, days, query, closed).map(({ title }) => title)
    expect(titles(week)).toEqual(['Mon, Dec 7', 'Tue, Dec 8'])
    expect(titles([found([visit('a')], [], day.add({ days: 5 }))])).toHaveLength(1)
    expect(titles(week.map((one) => ({ ...one, isToday: true })))).toHaveLength(4)
    const grid = toGrid(services, groupByDay(services, week, query, facts), [], timeZone, at('12:00'))
    const { isToday, href, columns } = grid.groups[1]!
    expect([grid.areDays, isToday, href!.slice(-10), columns.length]).toEqual([true, true, '2026-12-08', 3])
  })

  test('shows the hours of the clinic and of all appointments, and the present within them', () => {
    expect(gridOf([])).toMatchObject({ from: 9, until: 17, areDays: false, now: { at: 720, text: '12 pm' } })
    expect(gridOf([visit('a', {}, '07:30'), visit('b', {}, '18:00', 90)])).toMatchObject({ from: 7, until: 20 })
    expect(toGrid(services, [], [], timeZone, 0)).toMatchObject({ from: 9, until: 17 })
    for (const clock of ['08:00', '17:00', '20:00']) expect(gridOf([], [], {}, at(clock)).now, clock).toBeUndefined()
    const [late] = gridOf([visit('a', { startsAt: at('23:30') - 86_400_000 }, '00:30')]).groups[0]!.columns[0]!.entries
    expect(late).toMatchObject({ from: 0, until: 90 })
    const [past] = gridOf([visit('a', { endsAt: at('00:30') + 86_400_000 }, '23:00')]).groups[0]!.columns[0]!.entries
    expect(past).toMatchObject({ from: 23 * 60, until: 24 * 60 })
  })

  test('draws blocked time where it is, notes what concerns a whole day or no column, and has edges of one’s own', () => {
    const blocks = [
      block('lunch', '12:00', '13:00'),
      block('theirs', '13:00', '14:00', { isOwn: false }),
      block('away', '08:00', '18:00', { resources: ['person:daniel'] }),
      block('room', '09:00', '10:00', { resources: ['room:tulsi'] }),
      block('night', '15:00', '16:00', { until: at('09:00') + 86_400_000, resources: ['person:meera', 'person:asha'] }),
    ]
    const { groups } = gridOf([], blocks)
    const [meera, daniel, asha] = groups.map(({ columns: [column], notes }) => ({
      ...column!,
      notes: notes.map(({ id }) => id),
    }))
    expect(meera!.blocks.map(({ id, edges }) => [id, edges])).toEqual([
      ['lunch', ['from', 'until']],
      ['theirs', []],
      ['night', ['from']],
    ])
    expect(meera!.blocks[0]).toMatchObject({ fromAt: at('12:00'), untilAt: at('13:00') })
    expect(meera!.notes).toEqual(['away', 'room'])
    expect([meera!.open, meera!.closed]).toEqual([[{ from: 540, until: 1020 }], []])
    expect([daniel!.open, daniel!.closed]).toEqual([[], [{ from: 540, until: 1020 }]])
    expect(asha!.notes).toEqual(['away', 'room'])
    const [week] = toGrid(services, groupByDay(services, [found([], blocks)], query, facts), [], timeZone, 0).groups
    expect(
      week!.notes.map(({ id }) => id),
      'each once',
    ).toEqual(['away', 'room'])
  })

  test('names the day of a plan in place, and colors people', () => {
    const plan: PlanShown = { id: 'p', title: 'Panchakarma', name: 'Helen', of: 7, days: [{ id: 'a', number: 3 }] }
    const all = [visit('a', { planId: 'p', person: 'person:asha' }), visit('b', { planId: 'p', person: 'person:gone' })]
    const grid = toGrid(services, groupByResource(services, found(all), query, facts), [plan], timeZone, at('09:00'))
    const entry = (id: string) => findEntry(grid, id)!.entry
    expect([entry('a').service, entry('a').tone, entry('a').canMove]).toEqual([
      words.planDayOf(3, 7, entry('b').service),
      2,
      true,
    ])
    expect([entry('b').service.includes('Day'), entry('b').tone]).toEqual([false, 0])
    expect([grid.hasPlans, grid.groups[2]!.plans[0]!.tone, gridOf([visit('a')]).hasPlans]).toEqual([true, 2, false])
    const html = render(<CalendarGrid grid={grid} {...still} />)
    expect(html).not.toContain('data-column="2026-12-08 others"')
    expect(html).toContain('cal-day cal-planned')
    expect(html).toMatch(new RegExp(`tone-2 starts-more ends-more" href="/admin/plans/p".*${words.planDay(3, 7)}`))
  })

  test('says of each appointment, in a name and in few words, who comes, what for, how it stands, and where', () => {
    const all = [
      visit('Long', {}, '13:00', 45),
      visit('Short', { room: undefined }, '14:00', 40),
      visit('Late', { state: 'confirmed' }, '11:59'),
      visit('Day 3', { name: 'Day 3', state: 'completed' }, '09:00'),
    ]
    const html = render(<CalendarGrid grid={gridOf(all, [], { by: 'room' })} {...still} />)
    const of = (id: string) => new RegExp(`<a [^>]*data-appointment="${id}".*?</a>`).exec(html)![0]
    expect(of('Long')).toMatch(
      /aria-label="1 pm to 1:45 pm, Long Marsh, [^"]+, Confirmed, with Meera Iyer, Tulsi room"/,
    )
    expect(of('Long')).toContain('data-short="Long M."')
    expect(of('Long')).toContain('draggable="false"')
    expect(of('Long')).not.toContain('ev-short')
    expect(of('Short')).toMatch(/ev-short.*aria-label="[^"]*Short Marsh, Confirmed, [^"]+, with Meera Iyer, By video"/)
    expect(of('Late')).toMatch(new RegExp(`ev-late.*${formatLateness(1)}`))
    expect(of('Day 3')).toMatch(/ev-completed.*data-short="Day 3"/)
    expect(of('Day 3')).not.toContain('draggable')
  })

  test('draws one day alone or a week of many columns, with what is dragged at its place and nowhere else', () => {
    const blocks = [
      block('lunch', '12:00', '13:00', { note: 'Soup' }),
      block('tea', '14:00', '14:30'),
      block('held', '15:00', '16:00', { heldUntil: at('09:00'), note: 'Ilse' }),
    ]
    const days = [found([visit('a')], blocks), found([], [], day.add({ days: 1 }))]
    const grid = toGrid(services, groupByDay(services, days, query, facts), [], timeZone, at('12:00'))
    const [meera, asha] = [0, 2].map((index) => grid.groups[0]!.columns[index]!.key)
    const { entry } = findEntry(grid, 'a')!
    const [was, place] = [
      { column: meera!, from: 600 },
      { column: asha!, from: 660 },
    ]
    const lift = { entry, was, place, fit: 'taken', text: '' } as const
    const creating = { column: asha!, from: 840, until: 900 }
    const stretch = { block: 'lunch', column: meera!, edge: 'until', from: 720, until: 810, fit: 'taken' } as const
    const html = render(<CalendarGrid grid={grid} {...{ lift, creating, stretch }} />)
    const [, first = '', second = ''] = html.split('<section')
    expect(html).toMatch(
      /^<div class="cal at at-h8 at-h1 for-h8 cal-many"><div class="cal-hours".*?at-h8 at-h1 for-h1">9 am<.*>4 pm</,
    )
    expect(html).toMatch(/cal-clock at at-h8 at-h4 for-m5">12 pm</)
    expect(html).not.toMatch(/cal-plans|>5 pm</)
    expect(first).toMatch(/cal-named.*data-today="true".*aria-current="date".*Tue, Dec 8.*class="tag".*1 appointment/)
    expect(second).not.toMatch(/data-today|aria-current|class="tag"|cal-lift|cal-new|cal-now|cal-unfit|class="hint"/)
    expect(second.split(words.nothing)).toHaveLength(4)
    const [, ofMeera = '', ofDaniel = '', ofAsha = ''] = first.split('<div class="cal-column">')
    expect(ofMeera).toMatch(
      /<h3>Meera Iyer<.*data-column="2026-12-08 person:meera".*cal-now at at-h8 at-h4 for-m5.*ev-ghost/,
    )
    expect(ofMeera).toMatch(/cal-unfit.*data-edge="from".*12 pm".*data-edge="until".*1:30 pm".*12 pm to 1:30 pm: Taken/)
    expect(ofMeera).toMatch(/href="\/admin\/waitlist".*Ilse<\/bdi>:.*Offered until/)
    expect(ofMeera).toMatch(/Blocked, 2 pm to 2:30 pm, Meera Iyer<.*aria-hidden="true">Blocked</)
    expect(ofMeera).not.toMatch(new RegExp(`cal-lift|cal-new|${words.nothing}`))
    expect(ofDaniel).not.toMatch(/cal-lift|cal-new|<ul>/)
    expect(ofAsha).toMatch(
      /cal-lift at at-h8 at-h2 at-h1 for-h1.*ev-unfit.*11 am to 12 pm.*Taken.*cal-new at at-h8 at-h4 at-h2.*2 pm/,
    )
    const one = render(<CalendarGrid grid={gridOf([visit('a')], blocks, { person: 'meera' })} {...still} />)
    expect(one).toMatch(/cal-one cal-day.*class="cal-group".*<h2 id="day-person:meera">Meera Iyer<.*Soup/)
    expect(one).not.toMatch(/<h3>|ev-ghost|cal-unfit/)
    expect(render(<CalendarGrid grid={gridOf([])} {...still} />)).toContain('cal-some')
  })
})
