import { signInPath } from '#app/domain/accounts/sign-in-path.ts'
import { clinicDate, clinicMoment, formatDay } from '#app/domain/shared/clinic-time.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { toInitials } from '#app/domain/shared/initials.ts'
import { morningEmailOf } from '#app/domain/today/morning-email.server.ts'
import { readToday } from '#app/domain/today/today.server.ts'
import type { Today, TodaySection, Undelivered } from '#app/domain/today/today.ts'
import { describeSiteHealth } from '#app/domain/today/site-health.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { linkPart, type Part } from '#app/mail/parts.tsx'
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
  subject({ today, now, clinic }) {
    const date = clinicDate(now, clinic.timeZone)
    return words.subject(formatDay(date, date), countIn(today))
  },
  preview: () => words.preview,
  body({ today, late, adminUrl, now, clinic }) {
    const when = (at: number) => clinicMoment(at, clinic.timeZone, now)
    return [
      ...(late ? [{ paragraph: words.late }] : []),
      ...(countIn(today) === 0 ? [{ paragraph: words.nothing }] : []),
      ...today.sections.flatMap((section) => partsOf(section, when)),
      { paragraph: describeSiteHealth(today.health, when) },
      ...(today.health.backup.onDiskOfData ? [{ paragraph: siteHealth.backup.onDiskOfData }] : []),
      { paragraph: words.why },
      linkPart(words.link, adminUrl),
    ]
  },
  sample: { today: sampleToday, late: false, adminUrl: `${sampleOrigin}${signInPath('/admin')}`, now: sampleMorning },
})

const countIn = ({ sections }: Today) => sections.reduce((sum, { count }) => sum + count, 0)

function partsOf(section: TodaySection, when: (at: number) => string): Part[] {
  const more = section.count - section.items.length
  return [
    { paragraph: toDo[section.kind].heading, bold: true },
    { rows: rowsOf(section).map(({ at, said }) => ({ name: when(at), value: said })) },
    ...(more > 0 ? [{ paragraph: toDo.more(more) }] : []),
  ]
}

type Row = { at: number; said: string }

function rowsOf(section: TodaySection): Row[] {
  switch (section.kind) {
    case 'visits':
    case 'requests':
    case 'outcomes':
    case 'erasures':
    case 'messages':
      return section.items.map(({ at, name }) => ({ at, said: toDo[section.kind].item(toInitials(name)) }))
    case 'missed':
      return section.items.map(({ at, title }) => ({ at, said: toDo.missed.item(title) }))
    case 'undelivered':
      return section.items.map((item) => ({ at: item.at, said: undeliveredIn(item) }))
    case 'orders':
      return section.items.map(({ at, name, number, totalCents }) => ({
        at,
        said: toDo.orders.item(toInitials(name), number, formatCents(totalCents)),
      }))
    case 'posts':
      return section.items.map(({ at, title, sentences }) => ({ at, said: toDo.posts.item(title, sentences) }))
    case 'sign-ins':
      return section.items.map(({ tries, at }) => ({ at, said: toDo['sign-ins'].item(tries) }))
    case 'audit':
      return section.items.map(({ at, fault, entry }) => ({ at, said: toDo.audit.item(fault, entry) }))
    case 'backup':
      return section.items.map(({ kind, at, reason }) => ({ at, said: toDo.backup.item(kind, reason) }))
  }
}

function undeliveredIn({ emailKind, toClinic, about }: Undelivered) {
  const { read, call, reach, look } = toDo.undelivered
  if (toClinic) return read(emailKind, about?.orderNumber)
  if (!about) return look(emailKind)
  return (about.phone ? call : reach)(toInitials(about.name), emailKind, about.orderNumber)
}
