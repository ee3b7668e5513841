import { signInPath } from '#app/domain/accounts/sign-in-path.ts'
import { clinicDate, clinicMoment, formatDay } from '#app/domain/shared/clinic-time.ts'
import { morningEmailOf } from '#app/domain/today/morning-email.server.ts'
import { readToday } from '#app/domain/today/today.server.ts'
import { listToDo } from '#app/domain/today/to-do.ts'
import type { Today, TodaySection } from '#app/domain/today/today.ts'
import { describeSiteHealth } from '#app/domain/today/site-health.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { buttonPart, type Part } from '#app/mail/parts.tsx'
import { sampleMorning, sampleToday } from '#app/mail/sample-today.ts'
import { sampleOrigin } from '#app/mail/samples.ts'
import { morningEmail as words, toDo, siteHealth } from '#content/pages/admin-today.ts'

type MorningEmail = { today: Today; late: boolean; adminUrl: string; now: number }

/** To the admin: today's tasks with times and initials only, since others may see the email on a phone. */
export const todayEmail = defineEmail({
  kind: 'today',
  async load(deps, { day }): Promise<MorningEmail | undefined> {
    const now = Date.now()
    const morning = morningEmailOf(day, now)
    if (!morning) return undefined
    const adminUrl = `${deps.config.publicOrigin}${signInPath('/admin')}`
    return { today: await readToday(deps, now), late: morning.late, adminUrl, now }
  },
  head({ today, now, clinic }) {
    const date = clinicDate(now, clinic.timeZone)
    const day = formatDay(date, date)
    return { subject: words.subject(day, countIn(today)), preview: words.preview, headline: words.headline(day) }
  },
  body({ today, late, adminUrl, now, clinic }) {
    const when = (at: number) => clinicMoment(at, clinic.timeZone, now)
    return [
      ...(late ? [{ paragraph: words.late }] : []),
      ...(countIn(today) === 0 ? [{ paragraph: words.nothing }] : []),
      ...today.sections.flatMap((section) => partsOf(section, when)),
      { paragraph: describeSiteHealth(today.health, when) },
      ...(today.health.backup.onDiskOfData ? [{ paragraph: siteHealth.backup.onDiskOfData }] : []),
      buttonPart(words.link, adminUrl),
    ]
  },
  why: words.why,
  toClinic: true,
  sample: { today: sampleToday, late: false, adminUrl: `${sampleOrigin}${signInPath('/admin')}`, now: sampleMorning },
})

const countIn = ({ sections }: Today) => sections.reduce((sum, { count }) => sum + count, 0)

function partsOf(section: TodaySection, when: (at: number) => string): Part[] {
  const more = section.count - section.items.length
  return [
    { heading: toDo[section.kind].heading },
    { facts: listToDo(section, { inFull: false }).map(({ at, text }) => ({ name: when(at), value: text })) },
    ...(more > 0 ? [{ paragraph: toDo.more(more) }] : []),
  ]
}
