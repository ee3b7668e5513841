import { z } from 'zod'
import { runChild } from '#app/integrations/machine/run-child.server.ts'
import { calendarFailures, type CalendarRead, type CalendarWork, oddities } from './calendar-work.ts'

export type CalendarReader = ReturnType<typeof createCalendarReader>

/** Reads calendars outside, each in a process of its own. `trusted`: origins in a private network, for tests. */
export function createCalendarReader({ trusted = [], timeoutMs = 60_000 }: Options = {}) {
  return {
    async read(work: Omit<CalendarWork, 'trusted'>): Promise<CalendarRead> {
      const child = { file: 'app/integrations/calendars/child.ts', timeoutMs, heapMb: 512 }
      const run = await runChild(child, { ...work, trusted })
      if (!run.answered) return { ok: false, reason: 'too-much' }
      return readAnswer(run.answer)
    },
  }
}

type Options = { trusted?: readonly string[]; timeoutMs?: number }

const calendars = z.array(z.object({ url: z.string(), name: z.string() })).optional()

const calendarRead: z.ZodType<CalendarRead> = z.union([
  z.object({ ok: z.literal(true), calendars, unchanged: z.literal(true) }),
  z.object({
    ok: z.literal(true),
    calendars,
    busy: z.array(z.object({ from: z.number(), until: z.number() })),
    oddities: z.array(z.enum(oddities)),
    validator: z.string().max(10_000).optional(),
  }),
  z.object({ ok: z.literal(false), reason: z.enum(calendarFailures).exclude(['other-server']) }),
  z.object({ ok: z.literal(false), reason: z.literal('other-server'), origin: z.url().max(300) }),
])

/** What its process answers comes from a stranger's server. */
export const readAnswer = (answer: unknown) => calendarRead.parse(answer)
