import '#app/ui/styles/errands.css'
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { chosenTime, choiceQuery, readChoice } from '#app/domain/booking/choice.ts'
import { draftEditPath, findObstacle } from '#app/domain/booking/draft-obstacle.ts'
import { currentServices } from '#app/domain/catalogue/services.ts'
import { findBookedAppointment, findDraftToResume, findOpenDraft } from '#app/http/booking-draft.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { loadOr503 } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { hostedWidgetUrl } from '#app/integrations/scheduling-widget/hosted-widget.ts'
import { HostedWidget } from './parts/hosted-widget.tsx'
import { Steps } from './parts/steps.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { Note } from '#app/ui/primitives/note.tsx'
import { PageHead } from '#app/ui/site/page-head.tsx'
import { bookingPage, bookingTimePage as words } from '#content/pages/booking.ts'

export const handle = contentPage()

/** The second step: the widget in its frame, prefilled from the draft on the server; nothing personal in any address. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  context.get(pageContext).doNotStore()
  const { draft, made, locked } = await loadOr503(context, async () => {
    const draft = await findOpenDraft(request, context)
    const made = draft ? undefined : await findBookedAppointment(request, context)
    return { draft, made, locked: draft || made ? undefined : await findDraftToResume(request, context) }
  })
  if (!draft) {
    if (made) throw redirect(made.href)
    if (locked) throw redirect('/booking/resume')
    // Too old by now, or the browser keeps no cookies and comes straight from the form.
    throw redirect(`/booking?gone#${outcomeId}`)
  }
  const { clinic, config } = context.get(servicesContext)
  const facts = clinic.facts(Date.now())
  const service = currentServices(facts).find(({ id }) => id === draft.serviceId)
  if (!service || findObstacle(draft, facts)) throw redirect(`${draftEditPath(draft)}#${outcomeId}`)
  const { schedulingUrl } = config
  const { searchParams } = new URL(request.url)
  const isAsked = searchParams.get('calendar') === 'show'
  const hostedUrl = schedulingUrl && isAsked && hostedWidgetUrl(schedulingUrl, service.title, draft.patient)
  if (hostedUrl) context.get(pageContext).allowFrame(hostedUrl)
  if (!schedulingUrl) context.get(pageContext).allowOwnFrame()
  return {
    hosted: schedulingUrl ? { host: new URL(schedulingUrl).host, url: hostedUrl || undefined } : undefined,
    lead: words.lead(service.title, service.duration, draft.patient.name),
    editPath: draftEditPath(draft),
    widgetPath: `/booking/widget${choiceQuery(chosenTime(readChoice(searchParams)))}`,
  }
}

export default function ChooseTime() {
  const site = useSite()
  const { lead, editPath, widgetPath, hosted } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead site={site} path="/booking/time" title={words.seo.title} description={words.seo.description} noindex />
      <div className="wrap time-head">
        <Steps at={1} />
        <h1>{words.title}</h1>
        <p className="lead">
          <bdi>{lead}</bdi> <a href={editPath}>{bookingPage.draft.edit}</a>
        </p>
      </div>
      <div className="wrap widget-frame">
        {hosted ? <HostedWidget {...hosted} /> : <iframe src={widgetPath} title={words.frame} />}
      </div>
      <div className="wrap time-foot">
        <Note kind="warn">
          <p>
            <b>{bookingPage.emergency}</b>
          </p>
        </Note>
      </div>
    </>
  )
}
