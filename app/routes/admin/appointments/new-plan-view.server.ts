import { listPlanTemplates } from '#app/domain/booking/plans/plan-template.ts'
import { listPeople } from '#app/domain/booking/service-needs.ts'
import { listServices } from '#app/domain/catalogue/services.ts'
import { clinicDate, parseDay } from '#app/domain/shared/clinic-time.ts'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import type { Typed } from '#app/http/parse-form.ts'
import { adminNewPlan as words } from '#content/pages/admin-plans.ts'
import { searchKnown } from './chosen-patient.server.ts'
import { type Draft, ownTemplate, readBase, viewDays, viewProposals } from './plan-draft.server.ts'
import { readPlanWeek } from './plan-week.server.ts'

export type NewPlanOptions = {
  typed: Typed
  draft: Draft
  /** Proposals are asked for. */
  isProposed?: boolean
  isSearch?: boolean
  /** Days whose other times are shown, by number. */
  open?: readonly number[]
}

export type NewPlanView = Awaited<ReturnType<typeof viewNewPlan>>

/** The page for what is typed and chosen so far. */
export async function viewNewPlan(
  context: RequestContext,
  { typed, draft, isProposed = false, isSearch = false, open = [] }: NewPlanOptions,
) {
  const services = context.get(servicesContext)
  const { content, booking, clinic } = services
  const now = Date.now()
  const base = readBase(services, typed)
  // Search again, so that the result stays until a patient is selected.
  const searched = isSearch ? (typed.known ?? '') : typed.known || undefined
  const people = listPeople(booking).flatMap(({ id, name }): [string, string][] => (name ? [[id, name]] : []))
  return {
    templateId: base.id,
    templates: [
      ...listPlanTemplates(content).map(({ id, title }) => [id, title] as const),
      [ownTemplate, words.own] as const,
    ],
    isOwn: base.id === ownTemplate,
    services: listServices(content).map(({ id, title }) => [id, title] as const),
    people: people.length > 1 ? ([['', words.anyone], ...people] as const) : [],
    today: clinicDate(now, clinic.facts(now).timeZone).toString(),
    found: isProposed ? await viewProposals(services, base, typed, now) : undefined,
    days: await viewDays(services, draft, open, now),
    week: await readPlanWeek(services, getActor(context).scope, draft, parseDay(typed.week ?? ''), now),
    known: { searched, people: searched ? await searchKnown(context, searched) : [] },
  }
}
