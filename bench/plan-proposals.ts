import { type Database, type DatabaseLocation, openDatabase } from '#app/database/connection.server.ts'
import { migrate } from '#app/database/migrate.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { plansOnOffer } from '#app/domain/booking/plans/plan-template.ts'
import { findProposals } from '#app/domain/booking/plans/proposals.server.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { atMost, type Figure, median, medianOf, percentile } from './figure.ts'
import { busyBooking, clinicOfContent, fillMornings } from './full-calendar.ts'

/** Complete proposals for the plan of 21 days, beside 5,000 visits in the same weeks. */
export async function planProposalsOn(
  name: string,
  location: DatabaseLocation,
  { warmUps, questions }: { warmUps: number; questions: number },
): Promise<Figure[]> {
  const now = Date.now()
  const first = clinicDate(now, contentFacts(now).timeZone).add({ days: 1 })
  const database = openDatabase(location)
  await migrate(database, migrations)
  await fillMornings(database, first)
  const times: number[] = []
  for (let index = -warmUps; index < questions; index += 1) {
    const ms = await timed(database, now + index)
    if (index >= 0) times.push(ms)
  }
  await database.close()
  const proposals = `Proposals for a plan of 21 days on ${name}, 5 practitioners with 5,000 visits`
  const ms = { unit: 'ms', digits: 1 }
  return [
    atMost(200, { name: `${proposals}: median`, value: median(times), ...ms, from: medianOf(questions, 'questions') }),
    atMost(200, {
      name: `${proposals}: p95`,
      value: percentile(times, 95),
      ...ms,
      from: `p95 of ${questions} questions`,
    }),
  ]
}

const template = plansOnOffer(deliveredContent).find(({ days }) => days.length === 21)!

async function timed({ db }: Database, now: number) {
  const startedAt = performance.now()
  const { proposals } = await findProposals({ db, clinic: clinicOfContent, booking: busyBooking }, { template, now })
  const ms = performance.now() - startedAt
  if (proposals.length < 2) throw new Error(`${proposals.length} proposals`)
  return ms
}
