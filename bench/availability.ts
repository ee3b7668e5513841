import { services } from '#tests/support/catalogue.ts'
import { type Database, type DatabaseLocation, openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { findOpenTimes } from '#app/domain/booking/availability.server.ts'
import { viewCalendar } from '#app/domain/booking/calendar/calendar-view.server.ts'
import { createNextFreeTimes } from '#app/domain/booking/next-free-times.server.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { atMost, type Figure, forInformation, median, medianOf, percentile } from './figure.ts'
import { busyBooking, clinicOfContent, fillCalendar } from './full-calendar.ts'

const connections = 7

type Size = { warmUps: number; questions: number }

/** Free times of a month that has 5,000 visits in it: always read from the database, nothing is cached in memory. */
export async function availabilityOn(name: string, location: DatabaseLocation, size: Size): Promise<Figure[]> {
  const now = Date.now()
  const first = clinicDate(now, contentFacts(now).timeZone).add({ days: 1 })
  const database = openDatabase(location)
  await migrate(database, migrations)
  await fillCalendar(database, first)
  const month = { first, last: first.add({ days: 30 }) }
  // Each question uses another service and another time.
  const ask = ({ db }: Database, index: number) =>
    findOpenTimes({ db, ...rest }, { serviceId: services[index % services.length]!.id, now: now + index }, month)
  const before = process.cpuUsage()
  const times = await measureTimes((index) => ask(database, index), size)
  const { user, system } = process.cpuUsage(before)
  const views = await measureTimes(
    (index) => viewCalendar({ db: database.db, ...rest }, { serviceId: 'general', choice: {}, now: now + index }),
    size,
  )
  const nextFree = createNextFreeTimes(database, clinicOfContent, busyBooking)
  const fewer = { warmUps: size.warmUps / 5, questions: size.questions / 5 }
  const next = await measureTimes(() => {
    nextFree.invalidate()
    return Promise.all(services.map(({ id }) => nextFree.find(id, now)))
  }, fewer)
  await database.close()
  const cold: number[] = []
  for (let index = 0; index < connections; index += 1) {
    const opened = openDatabase(location)
    cold.push(await timed(() => ask(opened, index)))
    await opened.close()
  }
  const ms = { unit: 'ms', digits: 1 }
  const asked = { from: medianOf(size.questions, 'questions') }
  const month31 = `A month of free times on ${name}, 5 practitioners with 5,000 visits in it`
  return [
    atMost(5, { name: `${month31}: median`, value: median(times), ...ms, ...asked }),
    atMost(5, {
      name: `${month31}: p95`,
      value: percentile(times, 95),
      ...ms,
      from: `p95 of ${size.questions} questions`,
    }),
    forInformation({
      name: `The same: processor time of a question`,
      value: (user + system) / 1_000 / (size.warmUps + size.questions),
      ...ms,
      from: `mean of ${size.warmUps + size.questions} questions`,
    }),
    forInformation({
      name: `The same, first question after the database is opened`,
      value: median(cold),
      ...ms,
      from: medianOf(connections, 'openings'),
    }),
    forInformation({ name: `The widget's calendar on ${name}: median`, value: median(views), ...ms, ...asked }),
    forInformation({
      name: `Next free times of ${services.length} services on ${name}`,
      value: median(next),
      ...ms,
      from: medianOf(fewer.questions, 'questions'),
    }),
  ]
}

const rest = { clinic: clinicOfContent, booking: busyBooking }

/** One after the other, in milliseconds. */
async function measureTimes(ask: (index: number) => Promise<unknown>, { warmUps, questions }: Size) {
  const times: number[] = []
  for (let index = -warmUps; index < questions; index += 1) {
    const ms = await timed(() => ask(index + warmUps))
    if (index >= 0) times.push(ms)
  }
  return times
}

async function timed(work: () => Promise<unknown>) {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
