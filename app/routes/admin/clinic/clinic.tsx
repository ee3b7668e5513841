import type { Role } from '#app/domain/accounts/roles.ts'
import { findAppointmentsInClosure } from '#app/domain/booking/closure-appointments.server.ts'
import { clinicTimeZone, contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { toClosure } from '#app/domain/clinic/closures.ts'
import { isContactSection } from '#app/domain/clinic/contact-sections.ts'
import { holidaysFrom } from '#app/domain/clinic/holidays.ts'
import { observedHolidays } from '#app/domain/clinic/practical-facts.ts'
import type { SavedClinic } from '#app/domain/clinic/sections.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { getStaff } from '#app/http/admin.server.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { takeFlash } from '#app/http/flash.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { mayOpen, mayPost } from '#app/http/rights.server.ts'
import { useSite } from '#app/http/site.ts'
import { requireFreshStepUp } from '#app/http/step-up.server.ts'
import type { Services } from '#app/services.server.ts'
import { type AppointmentRow, toDatedRow } from '#app/ui/admin/appointment-rows.ts'
import { dayInWords } from '#app/ui/admin/section-summary.ts'
import { clinicAdminPage as words } from '#content/pages/admin-clinic.ts'
import { ClosuresSection } from './closures-section.tsx'
import { AddressSection, EmailsSection, NoticeSection, PhonesSection, ReminderSection } from './fact-sections.tsx'
import { HoursSection } from './hours-section.tsx'
import { listItems } from './items.server.ts'
import { readSections } from './sections.server.ts'
import { ProductsSection, ServicesSection } from './items-section.tsx'
import { saveClosures } from './save-closures.server.ts'
import { saveSectionForm } from './save-section.server.ts'
import type { Outcome } from './section-view.ts'
import { useOpenSection } from './use-open-section.ts'
import type { Route } from './+types/clinic.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { clinic, content: edited, emailsLeave: mailed } = services
  const saved = clinic.saved()
  const now = Date.now()
  const today = clinicDate(now, clinicTimeZone).toString()
  const inClosures = await appointmentsInClosures(services, getStaff(context).role, now)
  return {
    /** Without what was saved here. */
    defaults: contentFacts(now),
    saved,
    sections: await readSections(services, saved, now),
    items: listItems(edited),
    /** The clinic's calendar day, ISO 8601. */
    today,
    holidays: holidaysAhead(saved, today),
    inClosures,
    mayChangeContact: mayPost(getStaff(context).role, '/admin/clinic', 'emails'),
    mailed,
    outcome: takeOutcome(request, context),
  }
}

/** The upcoming ones, and whether the clinic is open on them. */
function holidaysAhead(saved: SavedClinic, today: string) {
  const all = holidaysFrom(Temporal.PlainDate.from(today), observedHolidays(saved), saved.hours.facts)
  const opened = saved.holidays.facts.open
  return all.map((holiday) => ({
    ...holiday,
    text: dayInWords(holiday.day, today),
    isOpen: opened.includes(holiday.day),
  }))
}

/** Whose appointments lie in a closure, for those who may open the calendar; the others see how many. */
type InClosure = { count: number; people?: { appointments: AppointmentRow[]; untold: number; unreached: boolean } }

/** Upcoming appointments in each closure, by its id. */
async function appointmentsInClosures(services: Services, role: Role, now: number) {
  const found: Record<string, InClosure> = {}
  const seesPeople = mayOpen(role, '/admin/appointments')
  const { closures, holidays } = services.clinic.facts(now)
  for (const closure of [...closures, ...holidays.map(toClosure)]) {
    const appointments = await findAppointmentsInClosure(services.database.db, closure, now)
    if (appointments.length === 0) continue
    found[closure.id] = { count: appointments.length }
    if (!seesPeople) continue
    const untold = new Set(
      appointments.flatMap(({ email, wasNotified }) => (email === '' || wasNotified ? [] : [email])),
    )
    found[closure.id]!.people = {
      appointments: appointments.map((appointment) => toDatedRow(services, appointment, clinicTimeZone, now)),
      untold: untold.size,
      unreached: appointments.some(({ email }) => email === ''),
    }
  }
  return found
}

function takeOutcome(request: Request, context: RequestContext): Outcome | undefined {
  const { about: id = '', text: notice, advice } = takeFlash(request, context, '/admin/clinic') ?? {}
  return notice === undefined ? undefined : { id, form: { notice, advice } }
}

export async function action({ request, context }: Route.ActionArgs) {
  const typed = await typedFields(request.clone())
  // Patients' messages go where these say.
  if (isContactSection(typed.section)) await requireFreshStepUp(context, request)
  return typed.section === 'closures' ? saveClosures(context, typed) : saveSectionForm(context, typed)
}

/** The sections that change most often come first. */
const parts = [
  ['closures', ClosuresSection],
  ['notice', NoticeSection],
  ['hours', HoursSection],
  ['reminder', ReminderSection],
  ['products', ProductsSection],
  ['services', ServicesSection],
  ['phones', PhonesSection],
  ['emails', EmailsSection],
  ['address', AddressSection],
] as const

export type LoadedClinic = Route.ComponentProps['loaderData']

export default function Clinic({ loaderData: loaded, actionData }: Route.ComponentProps) {
  const { outcome = loaded.outcome } = actionData ?? {}
  useOpenSection()
  const page = { ...loaded, facts: useSite().clinic, outcome }
  return (
    <AdminPage title={words.title}>
      <p>{words.lead}</p>
      <div className="panel adm-parts">
        {parts
          .filter(([id]) => loaded.mayChangeContact || !isContactSection(id))
          .map(([id, Part]) => (
            <Part key={id} page={page} />
          ))}
      </div>
    </AdminPage>
  )
}
