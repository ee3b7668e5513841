import { resultText } from '#app/domain/checks/connection-result.ts'
import { isUnderWay } from '#app/domain/checks/connection-tests.server.ts'
import { joinPlaceholders } from '#app/domain/checks/settings-checks.ts'
import { readSetup, type Setup } from '#app/domain/checks/setup.server.ts'
import { listOtherPlaceholders, type SetupStep, setupSteps } from '#app/domain/checks/setup.ts'
import { backupPlaceCheck } from '#app/domain/checks/work-checks.ts'
import { formatDay } from '#app/domain/shared/clinic-time.ts'
import type { Services } from '#app/services.server.ts'
import { summarizeWith } from '#app/ui/admin/section-summary.ts'
import { fewRooms } from '#content/pages/few-rooms.ts'
import { connectionsPage } from '#content/pages/admin-connections.ts'
import { secondFactorCard, setup as words } from './setup-words.ts'
import { systemPage } from '#content/pages/admin-system.ts'
import { admin } from '#content/pages/admin.ts'
import { recordPath } from '#content/record-path.ts'
import { addressLine } from '#content/site.ts'
import { systemChecks } from '#content/system-checks.ts'
import type { Act } from './act.ts'
import { todayAction } from './today-action.ts'

type Row = { says: string; link?: { href: string; text: string } | undefined; act?: Act | undefined }

/** One step as the page shows it. */
export type StepRow = Row & { key: string; title: string; done: boolean }

export type SetupView = {
  heading: string
  lead: string
  putAway: string
  /** For screen readers, after the title of a step that is done. */
  doneWord: string
  /** Undefined once every step is done. */
  progress?: { done: number; all: number; text: string; steps: string } | undefined
  steps: StepRow[]
}

export async function getSetupView(services: Services, options: { hasSecondFactor: boolean; now: number }) {
  return toSetupView(await readSetup(services, options), services, options.now)
}

type ShownServices = Pick<Services, 'clinic' | 'config'>

/** The words are data, so that browsers of clinics that have opened do not load them. */
export function toSetupView(setup: Setup, services: ShownServices, now: number): SetupView {
  const common = { putAway: words.putAway.button, doneWord: words.done }
  if (setupSteps.every((step) => setup.done[step])) return { ...common, ...words.ready, steps: [] }
  const steps = setupSteps.flatMap((key) =>
    key === 'texts' && !setup.done.texts ? toTextRows(setup) : toStepRow(key, setup, services, now),
  )
  const done = steps.filter((step) => step.done).length
  return {
    ...common,
    heading: words.heading,
    lead: words.lead,
    progress: { done, all: steps.length, text: words.progress(done, steps.length), steps: words.steps },
    steps,
  }
}

const toStepRow = (key: SetupStep, setup: Setup, services: ShownServices, now: number): StepRow => ({
  key,
  title: words.titles[key],
  done: setup.done[key],
  ...rows[key](setup, services, now),
})

/** One for each record, with its editor. */
const toTextRows = ({ unwritten }: Setup): StepRow[] =>
  unwritten.map(({ name, title, placeholder }) => ({
    key: name,
    title: words.texts.of(words.titles.texts, title),
    done: false,
    says: words.texts.some(placeholder),
    link: { href: recordPath(name), text: words.texts.add },
  }))

const toClinic = (section: string, text: string = words.change) => ({ href: `/admin/clinic#${section}`, text })

const toSystem = { href: '/admin/system', text: words.backup.details }

const rows: Record<SetupStep, (setup: Setup, services: ShownServices, now: number) => Row> = {
  address({ facts, done }) {
    const line = addressLine(facts)
    if (!done.address) return { says: words.address.none(line), link: toClinic('address', words.address.add) }
    return { says: line || words.address.hidden, link: toClinic('address') }
  },
  hours({ done }, { clinic }, now) {
    const week = summarizeWith('hours', now)(clinic.saved())
    return {
      says: done.hours ? week : words.hours.ask(week),
      link: toClinic('hours'),
      act: done.hours ? undefined : confirm('hours', words.hours.confirm),
    }
  },
  holidays({ facts, done }) {
    const [next] = facts.holidays
    const dayOf = (day: string) => formatDay(Temporal.PlainDate.from(day), Temporal.PlainDate.from(facts.day))
    return {
      says: next ? words.holidays.closed(facts.holidays.length, next.name, dayOf(next.day)) : words.holidays.none,
      link: toClinic('closures'),
      act: done.holidays ? undefined : confirm('holidays', words.holidays.confirm),
    }
  },
  team({ booking, done }) {
    if (!done.team) return { says: words.team.none, link: { href: '/admin/team', text: words.team.add } }
    const names = booking.practitioners.map(({ name }) => name).join(', ')
    const { length: rooms } = booking.rooms
    return booking.practitioners.length > rooms
      ? { says: `${names}. ${fewRooms.says(rooms)}`, link: { href: '/admin/rooms', text: fewRooms.add } }
      : { says: names, link: { href: '/admin/team', text: words.change } }
  },
  email: toEmailRow,
  'second-factor': ({ done }) =>
    done['second-factor']
      ? { says: systemChecks['second-factor'].good }
      : {
          says: secondFactorCard.text,
          link: { href: '/admin/security#second-factor', text: words.secondFactor.add },
        },
  backup({ backup, backupWork, done }) {
    const place = backupPlaceCheck(backup)
    if (place.state !== 'green') return { says: `${place.says} ${systemPage.contact}`, link: toSystem }
    if (done.backup) return { says: place.says }
    if (backupWork) return { says: systemPage.backup.running[backupWork] }
    return {
      says: backup.drill?.fault ? systemChecks.backup.failures['not-restorable'] : words.backup.none,
      act: { action: '/admin/system', fields: { intent: 'backup' }, text: systemPage.backup.button },
    }
  },
  placeholders({ facts, booking, done }) {
    if (done.placeholders) return { says: systemChecks['stand-ins'].good }
    const names = listOtherPlaceholders({ facts, booking })
    const inDashboard = names.filter((name) => name in placesOfFacts)
    const [first] = inDashboard
    const says = systemChecks['stand-ins'].some(joinPlaceholders(names))
    return {
      says: inDashboard.length < names.length ? `${says} ${words.placeholders.fewMore}` : says,
      link: first ? { href: placesOfFacts[first]!, text: words.placeholders.add } : undefined,
    }
  },
  // Open, it is a row for each record: see `toTextRows`.
  texts: () => ({ says: words.texts.none }),
}

const [phones, practical] = ['/admin/clinic#phones', recordPath('practical')]

/** Where a fact is corrected. */
const placesOfFacts: Partial<Record<string, string>> = {
  ...{ phone: phones, messagingApp: phones, emails: '/admin/clinic#emails' },
  ...{ parking: practical, waysToPay: practical, social: practical },
  booking: recordPath('booking-rules'),
}

const confirm = (intent: 'hours' | 'holidays', text: string): Act => ({ action: todayAction, fields: { intent }, text })

function toEmailRow({ mailTest, done }: Setup, { config }: ShownServices, now: number): Row {
  const service = config.mail.transport
  if (done.email) return { says: words.email.tested }
  if (service === 'outbox')
    return {
      says: `${systemChecks.mail.notConfigured} ${systemPage.contact}`,
      link: { href: '/admin/mail', text: admin.mailNotSetUp.link },
    }
  const act = { action: '/admin/connections', fields: { service }, text: words.email.test }
  if (!mailTest) return { says: words.email.ask, act }
  const { result } = mailTest
  const link = { href: `/admin/connections#${service}`, text: words.email.details }
  if (!result) return { says: isUnderWay(mailTest, now) ? connectionsPage.underWay : connectionsPage.cutOff, link, act }
  return { says: resultText(service, result), link, act }
}
