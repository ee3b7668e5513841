import '#app/ui/styles/shop-and-booking.css'
import { redirect } from 'react-router'
import { chosenTime, choiceQuery, readChoice } from '#app/domain/booking/choice.ts'
import { draftEditPath } from '#app/domain/booking/draft-obstacle.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import { fillInAlso } from '#app/domain/content/fill-in-also.ts'
import { bookingRules } from '#app/domain/booking/booking-rules.ts'
import { showDue } from '#app/domain/booking/money/due-in-words.ts'
import { findService } from '#app/domain/catalogue/services.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { readPage } from '#app/http/page-kind.ts'
import { getTexts } from '#app/http/texts.server.ts'
import { useSite } from '#app/http/site.ts'
import { hostedWidgetUrl } from '#app/integrations/scheduling-widget/hosted-widget.ts'
import { planPath } from '#app/domain/booking/plans/plan-choice.ts'
import { getDraftToBook } from './draft-to-book.server.ts'
import { GoodToKnow } from './parts/good-to-know.tsx'
import { Steps } from './parts/steps.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { Plate } from '#app/ui/site/pictures.tsx'
import { PageHead } from '#app/ui/site/page-head.tsx'
import { bookingPage, bookingTimePage as words } from '#content/pages/booking.ts'
import type { Route } from './+types/time.ts'

export const handle = readPage()

/** The second step: the widget in a frame. The server finds the draft, so no address holds personal data. */
export async function loader({ request, context }: Route.LoaderArgs) {
  context.get(pageContext).doNotStore()
  const draft = await getDraftToBook(request, context)
  const { booking, content, config } = context.get(servicesContext)
  // Another company's calendar knows no plans.
  if (draft.planId !== undefined && !config.schedulingUrl) throw redirect(planPath)
  // On offer, so it is there.
  const service = findService(content, draft.serviceId)!
  const { schedulingUrl } = config
  const { searchParams } = new URL(request.url)
  const isRequested = searchParams.get('calendar') === 'show'
  const hostedUrl = schedulingUrl && isRequested && hostedWidgetUrl(schedulingUrl, service.title, draft.patient)
  if (hostedUrl) context.get(pageContext).allowFrame(hostedUrl)
  if (!schedulingUrl) context.get(pageContext).allowOwnFrame()
  const { steps, facts, time } = getTexts(context, 'booking')
  return {
    texts: { steps, facts, ...time },
    hosted: schedulingUrl ? { host: new URL(schedulingUrl).host, url: hostedUrl || undefined } : undefined,
    lead: words.lead(service.title, service.duration, draft.patient.name),
    editPath: draftEditPath(draft),
    price: service.price,
    due: schedulingUrl ? undefined : showDue(context.get(servicesContext), draft),
    picture: service.picture,
    rules: schedulingUrl ? undefined : bookingRules(booking, draft.serviceId).change,
    widgetPath: `/booking/widget${choiceQuery(chosenTime(readChoice(searchParams)))}`,
  }
}

export default function ChooseTime({ loaderData }: Route.ComponentProps) {
  const { texts, lead, editPath, price, picture, rules, due, widgetPath, hosted } = loaderData
  const site = useSite()
  return (
    <>
      <PageHead site={site} path="/booking/time" {...texts.seo} noindex />
      <div className="wrap time-head">
        <Steps at={1} words={texts.steps} />
        <h1>{texts.title}</h1>
        <p className="lead">
          <bdi>{lead}</bdi> <a href={editPath}>{bookingPage.draft.edit}</a>
        </p>
      </div>
      <div className="wrap time-body">
        <div className="widget-frame">
          {hosted ? <HostedWidget texts={texts.hosted} {...hosted} /> : <iframe src={widgetPath} title={words.frame} />}
        </div>
        <aside className="stack" aria-label={texts.facts.label}>
          <Plate name={picture} />
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

type HostedWidgetProps = { texts: Content<'booking'>['time']['hosted']; host: string; url: string | undefined }

/**
 * Another company's calendar. It loads only when the visitor asks for it, after reading what that company receives. The
 * referrer names the website and not the page, which would name the service.
 */
function HostedWidget({ texts, host, url }: HostedWidgetProps) {
  if (url) return <iframe src={url} title={words.frame} referrerPolicy="strict-origin" />
  return (
    <div className="panel">
      <h2>{fillInAlso(texts.heading, { host })}</h2>
      <p>{fillInAlso(texts.text, { host })}</p>
      <p>
        <ButtonLink href="/booking/time?calendar=show">{words.load}</ButtonLink>
      </p>
    </div>
  )
}
