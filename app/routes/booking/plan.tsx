import '#app/ui/styles/shop-and-booking.css'
import '#app/ui/styles/plan-days.css'
import { data, redirect } from 'react-router'
import { draftEditPath } from '#app/domain/booking/draft-obstacle.ts'
import { bookPlan } from '#app/domain/booking/plans/book-plan.server.ts'
import { bookingRules } from '#app/domain/booking/booking-rules.ts'
import { showDue } from '#app/domain/booking/money/due-in-words.ts'
import { shownDueField } from '#app/domain/booking/money/pay-ahead.ts'
import { planPath, readPlanChoice, toWishFields } from '#app/domain/booking/plans/plan-choice.ts'
import { findPlanOnOffer } from '#app/domain/booking/plans/plan-template.ts'
import { findProposals } from '#app/domain/booking/plans/proposals.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { toVisitor } from '#app/http/booking-visitor.server.ts'
import { findOpenDraft } from '#app/http/booking-draft.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { openIfToPay } from '#app/http/pay-booking.server.ts'
import { loadOr503 } from '#app/http/load.ts'
import { readPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { useSite } from '#app/http/site.ts'
import { formError, submit } from '#app/http/submit.server.ts'
import { getTexts } from '#app/http/texts.server.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { PageHead } from '#app/ui/site/page-head.tsx'
import { getDraftToBook } from './draft-to-book.server.ts'
import { GoodToKnow } from './parts/good-to-know.tsx'
import { ChosenDays } from './parts/plan-chosen.tsx'
import { PlanProposals } from './parts/plan-proposals.tsx'
import { viewChosen, viewProposals } from './plan-view.server.ts'
import { Steps } from './parts/steps.tsx'
import { bookingPayment } from '#content/booking-payments.ts'
import { bookingPage, planPage as words, widget } from '#content/pages/booking.ts'
import type { Route } from './+types/plan.ts'

export const handle = readPage()

/** The second step of a plan: complete proposals, then the chosen days, each of which can be put elsewhere. */
export async function loader({ request, context }: Route.LoaderArgs) {
  context.get(pageContext).doNotStore()
  const draft = await getDraftToBook(request, context)
  const { booking, clinic, config, content, database, payments } = context.get(servicesContext)
  // A draft of a single appointment has its own page.
  const template = findPlanOnOffer(content, draft.planId)
  if (!template || config.schedulingUrl) throw redirect('/booking/time')
  const deps = { db: database.db, booking, clinic }
  const now = Date.now()
  const query = new URL(request.url).searchParams
  const choice = readPlanChoice(query)
  const wish = toWishFields(query, words.badFrom)
  const isChosen = choice.days.length === template.days.length
  const view = await loadOr503(context, async () =>
    isChosen
      ? { chosen: await viewChosen(deps, { template, choice, now }), offered: undefined }
      : {
          chosen: undefined,
          offered: viewProposals(deps, await findProposals(deps, { template, ...choice, now }), now),
        },
  )
  const { steps, facts } = getTexts(context, 'booking')
  const page = {
    texts: { steps, facts },
    lead: words.lead(template.title, draft.patient.name),
    price: template.price,
    editPath: draftEditPath(draft),
    draftId: draft.id,
    due: showDue({ booking, content, payments }, { serviceId: draft.serviceId, templateId: template.id }),
    rules: bookingRules(booking, draft.serviceId).change,
    wish,
    ...view,
  }
  return data(page, { status: wish.fromError ? 400 : 200 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const { clinic, config } = services
  if (config.schedulingUrl !== undefined) return data({ form: {} satisfies FormState }, { status: 404 })
  const typed = await typedFields(request)
  const now = Date.now()
  const { days } = readPlanChoice(new URL(request.url).searchParams)
  const book = async () => {
    const draft = await findOpenDraft(request, context)
    // A tab left open shows the days of another patient or plan; the page says what there is now.
    if (!draft || typed.draft !== draft.id) return redirect(planPath, 303)
    const booked = await bookPlan(services, {
      ...{ draft, days, now },
      ...(await toVisitor(request, context, draft.patient.email)),
      shownDue: typed[shownDueField],
    })
    if (booked.ok) return redirect((await openIfToPay(request, context)) ?? planPath, 303)
    if (booked.reason === 'due-changed') return formError(409, bookingPayment.changed)
    if (booked.reason === 'not-available') return formError(409, widget.notAvailable(clinic.facts(now)))
    if (booked.reason === 'not-planned') return formError(400, words.notPlanned)
    const taken = booked.failed.map(({ planDay }) => String(planDay))
    return formError(409, words.taken(new Intl.ListFormat('en-US').format(taken)))
  }
  return submit(context, book, () => formError(503, widget.failure(clinic.facts(now))))
}

export default function ChooseDays({ loaderData, actionData: posted }: Route.ComponentProps) {
  const site = useSite()
  const { texts, lead, price, editPath, draftId, rules, due, wish, chosen, offered } = loaderData
  return (
    <>
      <PageHead site={site} path={planPath} {...words.seo} noindex />
      <div className="wrap time-head">
        <Steps at={1} words={texts.steps} />
        <h1>{words.title}</h1>
        <p className="lead">
          <bdi>{lead}</bdi> <a href={editPath}>{bookingPage.draft.edit}</a>
        </p>
      </div>
      <div className="wrap cols two plan">
        <div>
          <FormOutcome form={posted?.form ?? {}} />
          {chosen ? (
            <ChosenDays {...chosen} draftId={draftId} due={due} clinic={site.clinic} />
          ) : (
            <PlanProposals path={planPath} {...offered} wish={wish} price={price} clinic={site.clinic} />
          )}
        </div>
        <aside className="stack" aria-label={texts.facts.label}>
          <GoodToKnow words={texts.facts} clinic={site.clinic} rules={rules} price={price} due={due} />
          <Note kind="warn">
            <p>
              <b>{site.texts.emergency}</b>
            </p>
          </Note>
        </aside>
      </div>
    </>
  )
}
