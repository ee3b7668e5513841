import { isLong } from '#tests/support/timing.ts'
import { expect, test } from 'vitest'
import { widget } from '#content/pages/booking.ts'
import { databaseKinds, look, startSiteForTest } from '#tests/support/databases.ts'
import { type PatientVisitor, pressConfirm, timeAheadFor, withDraft } from '#tests/support/booking.ts'

const crowd = 30

// book.integration.test does the same with two connections.
test.runIf(isLong).each(databaseKinds)(
  'one of many simultaneous requests for a time gets it, and all others get the nearest free times, on %s',
  async (kind) => {
    const site = await startSiteForTest(kind, { ABUSE_LIMITS: 'off' })
    const all = await Promise.all(Array.from({ length: crowd }, (_, n) => withDraft(site, n)))
    const time = await timeAheadFor(all[0]!)

    const answers = await Promise.all(all.map((person) => pressWithRetries(person, time)))
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    const late = answers.filter(({ status }) => status === 409)
    expect(late).toHaveLength(crowd - 1)
    for (const answer of late) {
      const html = await answer.text()
      expect(html).toContain(widget.taken)
      const [, nearest = ''] = /<ul class="nearest slots">(.*?)<\/ul>/s.exec(html)!
      expect(nearest.match(/<li>/g)).toHaveLength(3)
      expect(nearest).not.toContain(`at=${time}`)
    }

    const stored = await look(site, (db) => db.selectFrom('appointments').select('startsAt').execute())
    expect(stored).toEqual([{ startsAt: Number(time) }])
    // The winner gets the same response to a second press.
    const winner = all[answers.findIndex(({ status }) => status === 303)]!
    expect((await pressConfirm(winner, time)).status).toBe(303)
  },
)

/** Presses again after a 503, which a patient gets on a slow machine after waiting three seconds for the others. */
async function pressWithRetries(person: PatientVisitor, at: string): Promise<Response> {
  const answer = await pressConfirm(person, at)
  return answer.status === 503 ? pressWithRetries(person, at) : answer
}
